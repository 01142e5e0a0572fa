import type { Periods } from "#server/config/periods.ts";

/** Short periods for the server's periodic work, so that no test waits for it. */
export const SOON: Partial<Periods> = {
  // Jobs that start every minute would run between the steps of a test, so tests of such a job queue it.
  timetable: {},
  paymentPause: 0,
  metricsCache: 0,
  history: 50,
  activations: 200,
  launchQueue: 100,
  deskOrders: 100,
  deskFigures: 200,
  experimentRules: 200,
  deskEvents: 200,
  // A busy machine reads slowly, which no test measures.
  readingWait: 150_000,
  readingLimit: 150_000,
};

const NEVER_MS = 24 * 3_600_000;

/** Stops the desk's periodic work, which could share a connection with the statements of a test. */
export const STILL: Partial<Periods> = {
  activations: NEVER_MS,
  deskOrders: NEVER_MS,
  deskFigures: NEVER_MS,
  experimentRules: NEVER_MS,
};
