/** The number of passed, failed and skipped tests of a suite. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The counts of a suite that has not run. */
export const nothing: Counts = { passed: 0, failed: 0, skipped: 0 };

/** The sum of two counts. */
export const add = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});
