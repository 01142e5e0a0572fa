import compile from "icu-minify/compile";
import type { Plugin } from "vite";
import { isBuiltin } from "node:module";

type Texts = { [key: string]: string | Texts };
type Compiled = { [key: string]: ReturnType<typeof compile> | Compiled };

/** Compiles the ICU messages of `locales/*` at build time, so that an invalid message fails the build. */
export function compiledMessages(): Plugin {
  return {
    name: "kasse:compiled-messages",
    enforce: "pre",
    transform: {
      filter: { id: /\/locales\/[a-z]+\/(?:desk\/)?[a-z]+\.json$/ },
      handler(json) {
        return { code: JSON.stringify(compileAll(JSON.parse(json) as Texts)), map: null };
      },
    },
  };
}

function compileAll(texts: Texts): Compiled {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typeof text === "string" ? compile(text) : compileAll(text)]),
  );
}

/** A chunk as reported by a bundler. */
type Chunk = {
  readonly fileName: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
};

/**
 * Returns packages that a bundle imports although they are not among the project's dependencies. Depending on what else
 * is installed, npm can put such a package where the bundle cannot find it.
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

/**
 * Removes the scripts from a build and keeps its styles. The manifest still contains the script's entry, because it
 * lists the styles.
 */
export function stylesOnly(): Plugin {
  return {
    name: "kasse:styles-only",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        for (const [name, output] of Object.entries(bundle)) if (output.type === "chunk") delete bundle[name];
      },
    },
  };
}
