/** A capability in a version. `extends`: the capabilities that it extends; empty for a root capability. */
export type Declared = { readonly version: string; readonly extends: readonly string[] };

/** The versions of each capability that a party has, by the capability's name. */
export type Registry<Entry extends { readonly version: string } = { readonly version: string }> = ReadonlyMap<
  string,
  readonly Entry[]
>;

/** The capabilities that both parties have, by name, each in one version. */
export type ActiveCapabilities = ReadonlyMap<string, Declared>;

/**
 * Returns what both parties can do: each capability in the highest version that both have, without extensions of which
 * no parent is left (UCP overview, Intersection Algorithm). The business says what extends what.
 */
export function negotiate(business: Registry<Declared>, platform: Registry): ActiveCapabilities {
  const shared = [...business].flatMap(([name, own]) => {
    const theirs = new Set(platform.get(name)?.map(({ version }) => version));
    // Versions are dates, which sort as texts.
    const [best] = own
      .filter(({ version }) => theirs.has(version))
      .toSorted((one, other) => (one.version < other.version ? 1 : -1));
    return best ? [[name, { version: best.version, extends: best.extends }] as const] : [];
  });
  return withoutOrphans(new Map(shared));
}

/** Removes extensions of which no parent is left, and then those that extended these. */
function withoutOrphans(capabilities: ActiveCapabilities): ActiveCapabilities {
  const left = [...capabilities].filter(
    ([, { extends: parents }]) => parents.length === 0 || parents.some((parent) => capabilities.has(parent)),
  );
  return left.length === capabilities.size ? capabilities : withoutOrphans(new Map(left));
}
