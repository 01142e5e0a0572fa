import { importsOf, sourcesIn, type Source } from "../../conventions/sources.ts";

const FOLDERS = ["core", "contract", "server", "web", "desk", "simulator", "libraries", "locales", "tools", "bench"];
const TEST_FOLDERS = ["test", "e2e"];

/** Files that import the whole product. A test that imports one of them does not test particular files behind it. */
const WHOLE = new Set([
  "server/kasse.ts",
  "server/run.ts",
  "server/main.ts",
  "server/desk/desk.ts",
  "web/BrowserRoutes.tsx",
  "web/client-entry.tsx",
  "web/server-entry.tsx",
  "desk/main.tsx",
]);

/** The sources and their importers. Type-only imports are omitted, because the compiler checks those. */
export type Graph = {
  readonly sources: ReadonlyMap<string, Source>;
  readonly importers: ReadonlyMap<string, readonly string[]>;
  /** The files that each file loads together with itself, so without those of `import()`. */
  readonly loads: ReadonlyMap<string, readonly string[]>;
};

export function readGraph(): Graph {
  const sources = new Map(sourcesIn(...FOLDERS, ...TEST_FOLDERS).map((source) => [source.path, source]));
  const importers = new Map<string, string[]>();
  const loads = new Map<string, string[]>();
  for (const source of sources.values())
    for (const { target, kind, typeOnly, dynamic } of importsOf(source)) {
      if (kind !== "file" || typeOnly) continue;
      importers.set(target, [...(importers.get(target) ?? []), source.path]);
      if (!dynamic) loads.set(source.path, [...(loads.get(source.path) ?? []), target]);
    }
  return { sources, importers, loads };
}

/**
 * Returns all files that import a file, directly or through others, but not through the whole product. Includes the
 * file itself.
 */
export function importersOf({ importers }: Graph, file: string): ReadonlySet<string> {
  return closure(file, (each) => (WHOLE.has(each) ? [] : (importers.get(each) ?? [])));
}

/** Returns all files that are loaded with a file, including the file itself. */
const loadedWith = ({ loads }: Graph, file: string): ReadonlySet<string> =>
  closure(file, (each) => loads.get(each) ?? []);

function closure(start: string, next: (file: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set([start]);
  // The loop also visits files that it adds to the set.
  for (const each of found) for (const other of next(each)) found.add(other);
  return found;
}

const STEP_TABLE = "web/step-table.ts";

/**
 * Returns the checkout steps whose chunk contains a file; none if the file is in the first load, which all steps share.
 */
export function stepsWith(graph: Graph, file: string): readonly string[] {
  if (loadedWith(graph, "web/client-entry.tsx").has(file)) return [];
  const table = graph.sources.get(STEP_TABLE)?.text ?? "";
  const rows = table.matchAll(/"(\w+)": lazyWithTexts\(.*import\("\.\/([^"]+)"\)/g);
  return [...rows].flatMap(([, step = "", component]) =>
    withLazyParts(graph, `web/${component}`).has(file) ? [step] : [],
  );
}

/** Returns a step's component with the parts that it loads lazily, such as dialogs. */
function withLazyParts(graph: Graph, component: string): ReadonlySet<string> {
  const lazy = new Map<string, string[]>();
  for (const [target, from] of graph.importers)
    for (const each of from) lazy.set(each, [...(lazy.get(each) ?? []), target]);
  return closure(component, (each) => lazy.get(each) ?? []);
}
