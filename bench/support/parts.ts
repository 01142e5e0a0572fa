import { existsSync, readdirSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A function of a profile. Its line and column count from 0. */
type CallFrame = {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
};

/** The content of Node's `.cpuprofile` files. */
type Profile = {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: CallFrame;
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  /** In µs. */
  readonly timeDeltas: readonly number[];
};

/**
 * The parts of the main thread's work. `other`: start-up, garbage collection, and files that no pattern of the table
 * matches.
 */
export const PARTS = ["HTTP", "rules", "statements", "jobs", "picture", "other"] as const;
export type Part = (typeof PARTS)[number];

/**
 * Assigns source files to parts; the first matching pattern wins. For each sample, the innermost frame whose file
 * matches counts, so that a socket's write belongs to its caller.
 */
const TABLE: readonly (readonly [RegExp, Part])[] = [
  [/node_modules\/(pg|pg-\w+|kysely|postgres-\w+)\/|server\/platform\/database\//, "statements"],
  [/node_modules\/graphile-worker\/|server\/platform\/jobs\//, "jobs"],
  [/node_modules\/sharp\/|server\/platform\/pictures\/|server\/sale\/document\/(picture|jpeg|header)/, "picture"],
  [/node_modules\/|node:(_http|internal\/http|http)|server\/(platform\/http|call-limits)/, "HTTP"],
  [/\/(core|contract|server)\//, "rules"],
];

/** Frames of Node's start-up, which belong to no call. */
const STARTING = /node:internal\/(modules|main|process\/esm)/;

/** Returns the main thread's time in ms by part, from the only profile in a folder. */
export function partsOf(folder: string): Readonly<Record<Part, number>> {
  const [file] = readdirSync(folder).filter((name) => name.endsWith(".cpuprofile"));
  if (!file) throw new Error(`There is no profile in ${folder}`);
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(folder, file), "utf8")) as Profile;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const known = new Map<number, Part | null>();
  const sourceOf = sourceFinder();
  function partOf(id: number): Part | null {
    const cached = known.get(id);
    if (cached !== undefined) return cached;
    const frame = byId.get(id)?.callFrame;
    const { functionName, url } = { functionName: frame?.functionName ?? "", url: frame ? sourceOf(frame) : "" };
    const parent = parents.get(id);
    const above = parent === undefined ? "other" : partOf(parent);
    const own = STARTING.test(url) ? "other" : TABLE.find(([pattern]) => pattern.test(url))?.[1];
    const isIdle = functionName === "(idle)" || above === null;
    const part = isIdle ? null : (own ?? above);
    known.set(id, part);
    return part;
  }
  const sums: Record<Part, number> = { HTTP: 0, rules: 0, statements: 0, jobs: 0, picture: 0, other: 0 };
  for (const [index, id] of samples.entries()) {
    const part = partOf(id);
    if (part) sums[part] += (timeDeltas[index] ?? 0) / 1000;
  }
  return sums;
}

/** Returns a function that finds the file where a function was written, which the programs' source maps tell. */
function sourceFinder(): (frame: CallFrame) => string {
  const maps = new Map<string, SourceMap | null>();
  const mapOf = (url: string): SourceMap | null => {
    const file = url.startsWith("file:") ? `${fileURLToPath(url)}.map` : null;
    return file !== null && existsSync(file)
      ? new SourceMap(JSON.parse(readFileSync(file, "utf8")) as ConstructorParameters<typeof SourceMap>[0])
      : null;
  };
  return ({ url, lineNumber, columnNumber }) => {
    const map = maps.has(url) ? (maps.get(url) ?? null) : mapOf(url);
    maps.set(url, map);
    const entry = map?.findEntry(lineNumber, columnNumber);
    return entry && "originalSource" in entry ? entry.originalSource : url;
  };
}
