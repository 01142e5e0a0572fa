import {
  parseDictionary,
  serializeInnerList,
  serializeItem,
  type InnerList,
  type Item,
  type Parameters,
} from "#libraries/agents/index.ts";

/** What a signature can cover: derived components of a request or response, and header fields by lower-case name. */
export type SignedMessage = {
  /** The values of derived components, such as `@method`. */
  readonly derived: Readonly<Partial<Record<DerivedComponent, string>>>;
  readonly headers: Headers;
};
export type DerivedComponent = "@method" | "@authority" | "@path" | "@query" | "@status";

/** Header fields by lower-case name. A field that came several times has all of its lines. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The covered components of a signature and its parameters, as in `Signature-Input`. */
export type Input = {
  readonly components: readonly string[];
  readonly parameters: Parameters;
  readonly list: InnerList;
};

/**
 * Reads `Signature-Input`: an input for each label; null for one that UCP does not permit, because a component has
 * parameters or comes twice. Null if it is no dictionary of lists.
 */
export function readInputs(header: string): ReadonlyMap<string, Input | null> | null {
  try {
    return new Map([...parseDictionary(header)].map(([label, member]) => [label, inputOf(member)] as const));
  } catch {
    return null;
  }
}

function inputOf([items, parameters]: Item | InnerList): Input | null {
  if (!Array.isArray(items)) return null;
  const components = items.flatMap(([name, own]) => (typeof name === "string" && own.size === 0 ? [name] : []));
  if (components.length !== items.length || new Set(components).size !== items.length) return null;
  return { components, parameters, list: [items, parameters] };
}

/** The bytes that are signed, or the name of a covered component that the message does not have. */
type Base = { readonly ok: true; readonly bytes: Buffer } | { readonly ok: false; readonly missing: string };

/** Returns the bytes that a signature signs (RFC 9421, 2.5). */
export function signatureBase(input: Input, message: SignedMessage): Base {
  const lines: string[] = [];
  for (const component of input.components) {
    const value = valueOf(component, message);
    if (value === null) return { ok: false, missing: component };
    lines.push(`${serializeItem(component)}: ${value}`);
  }
  lines.push(`"@signature-params": ${serializeInnerList(input.list)}`);
  // Node reads the bytes of header fields as Latin-1.
  return { ok: true, bytes: Buffer.from(lines.join("\n"), "latin1") };
}

function valueOf(component: string, { derived, headers }: SignedMessage): string | null {
  if (component.startsWith("@"))
    return Object.hasOwn(derived, component) ? (derived[component as DerivedComponent] ?? null) : null;
  return fieldOf(headers, component);
}

/** Returns the value of a header field; of several lines, all of them, separated by commas (RFC 9421, 2.1). */
export function fieldOf(headers: Headers, name: string): string | null {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  if (value === undefined) return null;
  return (typeof value === "string" ? [value] : value).map((line) => line.trim()).join(", ");
}
