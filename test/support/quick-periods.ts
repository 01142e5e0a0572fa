import type { Periods } from "#server/config/periods.ts";

/** What the server does by itself, it does soon, so that no test waits for it. */
export const SOON: Partial<Periods> = {
  // A job that begins at the minute comes between the steps of some test; whoever is about one queues it.
  timetable: {},
  paymentPause: 0,
  metricsFigures: 0,
  history: 50,
  activations: 200,
  deskOrders: 100,
  deskFigures: 200,
  experimentRules: 200,
  deskEvents: 200,
  // A busy machine reads slowly, and no test is about that.
  readingWait: 150_000,
  readingLimit: 150_000,
};

const NEVER_MS = 24 * 3_600_000;

/** The desk does nothing by itself that could share a connection with the statements of a test. */
export const STILL: Partial<Periods> = {
  activations: NEVER_MS,
  deskOrders: NEVER_MS,
  deskFigures: NEVER_MS,
  experimentRules: NEVER_MS,
};
