import type { Target } from "./targets.ts";

type Tests = Pick<Target, "project" | "tests">;

const VARIABLE = "KASSE_MUTANTS_TESTS";

/** Tells the processes that Stryker starts which tests to run; it passes them nothing but the environment. */
export function passTests({ project, tests }: Tests): void {
  process.env[VARIABLE] = JSON.stringify({ project, tests });
}

/** The tests that `passTests` named. */
export function testsOfThisRun(): Tests {
  const passed = process.env[VARIABLE];
  if (passed === undefined) throw new Error("Start this with `npm run mutants`.");
  return JSON.parse(passed) as Tests;
}
