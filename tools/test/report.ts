import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { canJudge, overBudget } from "./budget.ts";
import { root } from "./run.ts";
import { failureText } from "./screen.ts";
import type { Tally } from "./tally.ts";

/** What a run took, in seconds. */
export type Times = {
  readonly seconds: number;
  /** Before and after the tests. */
  readonly overhead: number;
  /** Processor time of the whole machine. */
  readonly busy: number;
  /** Processor time of the database. */
  readonly database: number;
  /** Processor time of a fixed piece of work on this machine (`budget.ts`). */
  readonly piece: number;
  readonly workers: number;
  /** Whether the run was the core ring with a fifth of the rest, which has a budget. */
  readonly ring: boolean;
};

/** Returns how long the machine's processors have been busy since it started, in seconds. */
export const busySeconds = (): number =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1000;

/** Prints the results of a run, and writes them to `test-results/report.json`. Returns the exit code. */
export function writeReport(tally: Tally, times: Times): number {
  const suites = [...tally.suites.values()].map(({ files, ...suite }) => ({
    ...suite,
    files: Object.fromEntries(files),
  }));
  const slowest = suites
    .flatMap(({ title, files }) => Object.entries(files).map(([file, seconds]) => ({ title, file, seconds })))
    .filter(({ title }) => title !== "checks")
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, 10);
  const costs = [...suites, { title: "database", processor: times.database } as const];
  const total = costs.reduce((sum, { processor }) => sum + processor, 0);
  const dear = times.ring
    ? overBudget(new Map(costs.map(({ title, processor }) => [title, processor])), times.piece)
    : [];
  const over = canJudge(total, times.busy) ? dear : [];
  mkdirSync(join(root, "test-results"), { recursive: true });
  const report = { ...times, load: loadavg(), suites, slowest, failures: tally.failures, over };
  writeFileSync(join(root, "test-results", "report.json"), JSON.stringify(report, null, 2));

  if (slowest.length > 0) console.log("\nThe slowest files:");
  for (const { file, seconds } of slowest) console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${file}`);
  console.log(`\n${"".padEnd(12)}${"passed".padStart(8)}${"failed".padStart(8)}   processor   ended after`);
  for (const { title, passed, failed, processor, ended } of suites)
    console.log(
      `${title.padEnd(12)}${String(passed).padStart(8)}${String(failed).padStart(8)}` +
        `${processor.toFixed(0).padStart(10)} s${ended.toFixed(0).padStart(12)} s`,
    );
  if (times.database > 0) console.log(`${"database".padEnd(28)}${times.database.toFixed(0).padStart(10)} s`);
  console.log(
    `total ${times.seconds.toFixed(0)} s, including ${times.overhead.toFixed(0)} s before and after the tests; ` +
      `${total.toFixed(0)} s of processor time, ${(total / times.piece).toFixed(0)} pieces of work of ` +
      `${(1000 * times.piece).toFixed(0)} ms; the machine was busy for ${times.busy.toFixed(0)} s, ` +
      `load ${loadavg()[0]?.toFixed(1)}`,
  );
  if (over.length > 0) console.log(["\nOver budget, each of which counts as a failure:", ...over].join("\n  "));
  else if (dear.length > 0)
    console.log(["\nOver budget, which is not judged beside programs as busy as the tests:", ...dear].join("\n  "));
  if (tally.failures.length > 0) console.log(["\nFailed:", ...tally.failures.map(failureText)].join("\n"));
  const { passed, skipped, failed: failedTests } = tally.total();
  const failed = failedTests + over.length;
  const nothing = passed + failed === 0;
  if (nothing) console.log("\nNo test ran.");
  console.log(`\n${passed} passed, ${nothing ? 1 : failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  return failed > 0 || nothing ? 1 : 0;
}
