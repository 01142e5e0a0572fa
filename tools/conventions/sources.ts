import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, posix } from "node:path";

const root = join(import.meta.dirname, "..", "..");

/** A source file of the project. Its path starts at the root and uses `/`. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** Returns all TypeScript and JavaScript modules in the given folders; none for a folder that does not exist. */
export function sourcesIn(...folders: readonly string[]): readonly Source[] {
  return folders
    .flatMap((folder) => filesIn(folder))
    .filter((path) => /\.(ts|tsx|mts|mjs)$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

/** A link is not followed: the one to Kasse in an example's modules would lead round in a circle. */
function filesIn(folder: string): readonly string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== "node_modules") return filesIn(path);
    return entry.isFile() ? [path] : [];
  });
}

/** Whether a file is a test, which can import anything. */
export const isTest = ({ path }: Source): boolean => /\.(test|spec)\.tsx?$|^extensions\/[^/]+\/test\//.test(path);

/** Returns the text of a source without comments. */
export const codeOf = ({ text }: Source): string => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");

/** An import: `target` is a path from the root, `node:…`, or the name of a package. */
export interface Import {
  readonly target: string;
  readonly kind: "file" | "node" | "package";
  readonly typeOnly: boolean;
  /** Whether this is an `import()`, which a bundle loads later as a chunk. */
  readonly dynamic: boolean;
}

const importPattern =
  /(?:^|[\n;])\s*(?:import|export)\s+(type\s+)?(?:[\w*{}\s,$]+?\s+from\s+)?["']([^"'\n]+)["']|\bimport\(\s*["']([^"'\n]+)["']/g;

function targetOf(specifier: string, from: string): Pick<Import, "target" | "kind"> {
  if (specifier.startsWith("#")) return { target: specifier.slice(1), kind: "file" };
  if (specifier.startsWith(".")) return { target: posix.join(posix.dirname(from), specifier), kind: "file" };
  if (specifier.startsWith("node:")) return { target: specifier, kind: "node" };
  const parts = specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1);
  return { target: parts.join("/"), kind: "package" };
}

/** Returns the imports of a file, including dynamic ones, but not those in comments. */
export function importsOf({ path, text }: Source): readonly Import[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  return [...code.matchAll(importPattern)].map(([, type, specifier, dynamic]) => ({
    ...targetOf(specifier ?? dynamic ?? "", path),
    typeOnly: type !== undefined,
    dynamic: dynamic !== undefined,
  }));
}
