import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Title } from "./suites.ts";

/** How often the piece of work is timed; the median counts. */
const PIECE_TIMES = 12;

/**
 * Returns how long this machine needs for a fixed piece of work, in seconds of processor time: parsing, sorting,
 * compressing and hashing, as a run does. Budgets are multiples of it, so that they hold on slow machines too.
 */
export function timePieceOfWork(): number {
  const rows = Array.from({ length: 20_000 }, (_, at) => ({ id: at, name: `row ${(at * 7919) % 20_000}`, at }));
  const times = Array.from({ length: PIECE_TIMES }, () => {
    const before = process.cpuUsage();
    const text = JSON.stringify(rows.toSorted((one, other) => one.name.localeCompare(other.name)));
    createHash("sha256").update(gzipSync(text)).digest();
    JSON.parse(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  });
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
}

/** What has a budget: the suites, and the database of all of them. */
type Costing = Title | "database";
type Budgets = Readonly<Partial<Record<Costing, number>>>;

/**
 * What the core ring with one fifth of the rest may cost, in multiples of the piece of work: half more than it did when
 * the budgets were set, for larger fifths and for the noise of a busy machine. Whoever adds a test makes another one
 * cheaper: a budget is never raised without a reason in `docs/adr`. The tests in other browsers only run where these
 * are installed.
 */
const BUDGETS: Budgets = {
  checks: 2_600,
  unit: 2_600,
  http: 10_000,
  database: 6_500,
  repeated: 1_300,
  component: 2_500,
  browser: 5_000,
};

/** Least share of the machine's work that was the run's own, for its budgets to be judged. */
const OWN_SHARE = 0.6;

/**
 * Returns whether a run's costs can be judged. Beside busy programs the same tests cost up to twice as much, because
 * they share caches, and because tests that wait for a state ask more often. `total` and `busy`: the processor time of
 * the run and of the whole machine, in seconds.
 */
export const canJudge = (total: number, busy: number): boolean => total >= OWN_SHARE * busy;

/** Returns a sentence for each suite that costs more than its budget; costs and the piece of work in seconds. */
export function overBudget(
  processor: ReadonlyMap<Costing, number>,
  piece: number,
  budgets = BUDGETS,
): readonly string[] {
  return [...processor].flatMap(([title, seconds]) => {
    const budget = budgets[title];
    const cost = seconds / piece;
    return budget === undefined || cost <= budget
      ? []
      : [`${title} cost ${cost.toFixed(0)} pieces of work, its budget is ${budget} (tools/test/budget.ts)`];
  });
}
