import { importsOf, isTest, sourcesIn, type Source } from "./sources.ts";

/**
 * Imports between two children of a folder, with an example of such an import. All are paths from the project's root.
 */
export type Edge = { readonly from: string; readonly to: string; readonly file: string; readonly target: string };

/** Children of a folder that all reach each other through imports, and the shortest circle through them. */
type Circle = {
  /** The parent folder. */
  readonly folder: string;
  /** Paths of the children, sorted. */
  readonly members: readonly string[];
  /** The shortest circle, as "a/x.ts -> b/y.ts, b/z.ts -> a/x.ts". */
  readonly path: string;
};

/** Whether type-only imports count as well. Dynamic imports always count. */
type Counting = { readonly types: boolean };

/**
 * Returns all import circles below `root`: among its children, and among the children of each folder inside. A node is
 * a file, or a folder with all its content. A circle is reported for the folder that its members share. Tests are
 * ignored, because they can import anything.
 */
export function circlesIn(root: string, counting: Counting = { types: true }): readonly Circle[] {
  return circlesOf(root, sourcesIn(root), counting);
}

/** Like `circlesIn`, for the given sources. */
export function circlesOf(root: string, sources: readonly Source[], counting: Counting): readonly Circle[] {
  const imports = importsBetween(sources, counting);
  const folders = new Set([root, ...sources.flatMap(({ path }) => parentsOf(path, root))]);
  return [...folders].sort().flatMap((folder) => circlesAmong(folder, childEdges(folder, imports)));
}

/** Returns sets of files, in any folders, that all reach each other. */
export function fileCircles(root: string, counting: Counting): readonly (readonly string[])[] {
  const imports = importsBetween(sourcesIn(root), counting);
  return components(imports.map(([file, target]) => ({ from: file, to: target, file, target })));
}

/** Returns the imports between a folder's children, including types, with one example for each pair. */
export function neighbourImports(folder: string): readonly Edge[] {
  return childEdges(folder, importsBetween(sourcesIn(folder), { types: true }));
}

type FileImport = readonly [file: string, target: string];

function importsBetween(sources: readonly Source[], { types }: Counting): readonly FileImport[] {
  return sources
    .filter((source) => !isTest(source))
    .flatMap((source) =>
      importsOf(source)
        .filter(({ kind, typeOnly }) => kind === "file" && (types || !typeOnly))
        .map(({ target }): FileImport => [source.path, target]),
    );
}

function parentsOf(path: string, root: string): string[] {
  const parts = path.slice(root.length + 1).split("/");
  return parts.slice(0, -1).map((_, index) => [root, ...parts.slice(0, index + 1)].join("/"));
}

function childEdges(folder: string, imports: readonly FileImport[]): readonly Edge[] {
  const childOf = (path: string) =>
    path.startsWith(`${folder}/`) ? `${folder}/${path.slice(folder.length + 1).split("/")[0]}` : null;
  const edges = new Map<string, Edge>();
  for (const [file, target] of imports) {
    const [from, to] = [childOf(file), childOf(target)];
    const known = `${from} ${to}`;
    if (from && to && from !== to && !edges.has(known)) edges.set(known, { from, to, file, target });
  }
  return [...edges.values()];
}

function circlesAmong(folder: string, edges: readonly Edge[]): readonly Circle[] {
  return components(edges).map((members) => {
    const inside = edges.filter(({ from, to }) => members.includes(from) && members.includes(to));
    const circles = members.map((member) => shortestPath(member, member, inside));
    const shortest = circles.reduce((best, circle) => (circle.length < best.length ? circle : best));
    return { folder, members, path: written(shortest) };
  });
}

/** Returns the strongly connected components with more than one node, each sorted. */
function components(edges: readonly Edge[]): readonly (readonly string[])[] {
  const next = Map.groupBy(edges, ({ from }) => from);
  const reached = new Map([...next.keys()].map((node) => [node, reachableFrom(node, next)]));
  const found = new Map<string, readonly string[]>();
  for (const [node, targets] of reached) {
    if (found.has(node) || !targets.has(node)) continue;
    const members = [...targets].filter((target) => reached.get(target)?.has(node)).sort();
    for (const member of members) found.set(member, members);
  }
  return [...new Set(found.values())];
}

function reachableFrom(start: string, next: ReadonlyMap<string, readonly Edge[]>): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [start];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const { to } of next.get(node) ?? []) {
      if (seen.has(to)) continue;
      seen.add(to);
      open.push(to);
    }
  }
  return seen;
}

/**
 * Returns the shortest path from one node to another by breadth-first search. Throws if the nodes are not connected.
 */
function shortestPath(start: string, end: string, edges: readonly Edge[]): readonly Edge[] {
  let paths: (readonly Edge[])[] = edges.filter(({ from }) => from === start).map((edge) => [edge]);
  const seen = new Set<string>();
  while (paths.length > 0) {
    const done = paths.find((path) => path.at(-1)?.to === end);
    if (done) return done;
    paths = paths.flatMap((path) => {
      const last = path.at(-1)?.to;
      if (last === undefined || seen.has(last)) return [];
      seen.add(last);
      return edges.filter(({ from }) => from === last).map((edge) => [...path, edge]);
    });
  }
  throw new Error(`There is no path from ${start} to ${end}`);
}

function written(path: readonly Edge[]): string {
  return path.reduce(
    (text, { file, target }, index) =>
      path[index - 1]?.target === file ? `${text} -> ${target}` : `${text}${index > 0 ? ", " : ""}${file} -> ${target}`,
    "",
  );
}
