import { isBuiltin } from "node:module";

/** What a bundler reports of a chunk. */
type Chunk = {
  readonly fileName: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
};

/**
 * Packages that a bundle imports although they are not among the project's own dependencies. npm may put such a package where the bundle does
 * not find it, depending on what else is installed.
 */
export function undeclaredImports(chunks: readonly Chunk[], dependencies: readonly string[]): readonly string[] {
  const own = new Set(chunks.map(({ fileName }) => fileName));
  const imported = chunks.flatMap(({ imports = [], dynamicImports = [] }) => [...imports, ...dynamicImports]);
  const packages = imported
    .filter((name) => !own.has(name) && !isBuiltin(name))
    .map((name) =>
      name
        .split("/")
        .slice(0, name.startsWith("@") ? 2 : 1)
        .join("/"),
    );
  return [...new Set(packages)].filter((name) => !dependencies.includes(name));
}
