import { stripVTControlCharacters } from "node:util";

/** The results of a suite. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The failures, one line each. They are repeated at the end of the run. */
  readonly failures: readonly string[];
  /** The duration of each test file, in seconds. */
  readonly files: readonly FileTime[];
}
export type FileTime = { readonly file: string; readonly seconds: number };

/** The counts of a suite that has not run. */
export const nothing: Counts = { passed: 0, failed: 0, skipped: 0, failures: [], files: [] };

/** The sum of two counts. */
export const add = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
  failures: [...a.failures, ...b.failures],
  files: [...a.files, ...b.files],
});

/** Returns the counts for a failure outside the tests, for example if a suite could not run. */
export const failure = (what: string): Counts => ({ ...nothing, failed: 1, failures: [what] });

/** Returns the first line of a text, without the colours of a terminal. */
export const firstLine = (text = ""): string => stripVTControlCharacters(text).split("\n", 1)[0] ?? "";
