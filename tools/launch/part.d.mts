type Package = {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
};

export function closureOf(packages: Readonly<Record<string, Package>>, names: readonly string[]): ReadonlySet<string>;
