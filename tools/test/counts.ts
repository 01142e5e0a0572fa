/** How many tests of a suite ended how. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The counts of a suite that has not run. */
export const nothing: Counts = { passed: 0, failed: 0, skipped: 0 };

/** The counts of two suites together. */
export const add = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});
