import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.ts";
import { USUAL_SECONDS, type Program, type Title } from "./suites.ts";

const REPORT = join(root, "test-results", "report.json");

/** What the piece of work of `budget.ts` takes on the machine of the usual times, in seconds. */
export const USUAL_PIECE = 0.046;

/** How much of its usual time a file takes at least and at most, by its size. */
const SIZES = { least: 0.3, most: 4, usualBytes: 6_000 };

/**
 * Returns how long each file takes about, in seconds: as measured by the last run, or else by its suite and size. It
 * only decides what begins first and how much is left.
 */
function estimates(): (title: Title, file: string) => number {
  const measured = measuredSeconds();
  return (title, file) => {
    const known = measured.get(`${title} ${file}`);
    if (known !== undefined) return known;
    const path = join(root, file);
    const bytes = existsSync(path) ? statSync(path).size : SIZES.usualBytes;
    const size = Math.min(SIZES.most, Math.max(SIZES.least, bytes / SIZES.usualBytes));
    return USUAL_SECONDS[title] * size;
  };
}

type Report = {
  readonly suites: readonly { readonly title: Title; readonly files: Readonly<Record<string, number>> }[];
};

function measuredSeconds(): ReadonlyMap<string, number> {
  try {
    const { suites } = JSON.parse(readFileSync(REPORT, "utf8")) as Report;
    return new Map(
      suites.flatMap(({ title, files }) =>
        Object.entries(files).map(([file, seconds]) => [`${title} ${file}`, seconds] as const),
      ),
    );
  } catch {
    return new Map();
  }
}

export type Remaining = {
  /** Notes that a file has ended. */
  done(title: Title, file: string): void;
  /** How long a suite still takes if it runs alone, in seconds. */
  of(title: string): number;
  /** The same of all suites, on one core. */
  total(): number;
  /** Number of files that have not ended. */
  files(): number;
};

/** Keeps count of the files that have not ended, and of their time. */
export function remainingOf(programs: readonly Program[]): Remaining {
  const secondsOf = estimates();
  const left = new Map<Title, Map<string, number>>();
  const atOnce = new Map<string, number>();
  for (const { title, files, atOnce: most } of programs) {
    const own = left.get(title) ?? new Map<string, number>();
    for (const file of files) own.set(file, secondsOf(title, file));
    left.set(title, own);
    atOnce.set(title, (title === "checks" ? (atOnce.get(title) ?? 0) : 0) + most);
  }
  const sum = (own: ReadonlyMap<string, number> | undefined) => [...(own?.values() ?? [])].reduce((a, b) => a + b, 0);
  return {
    done: (title, file) => void left.get(title)?.delete(file),
    of: (title) => sum(left.get(title as Title)) / (atOnce.get(title) ?? 1),
    total: () => [...left.values()].reduce((seconds, own) => seconds + sum(own), 0),
    files: () => [...left.values()].reduce((count, own) => count + own.size, 0),
  };
}
