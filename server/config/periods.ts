import { TIMETABLE, type Timetable } from "#server/platform/jobs/lanes.ts";

/**
 * Intervals and timeouts of the server's background work, in ms. An option of `startKasse`, so that tests need not
 * wait.
 */
export type Periods = {
  /** Interval of polling for jobs without a notification: jobs due later, and jobs whose notification was lost. */
  readonly jobPoll: number;
  /** Interval of checks for jobs of processes that have died. */
  readonly orphanedJobs: number;
  /** Schedule of recurring jobs. */
  readonly timetable: Timetable;
  /** Minimum time between two queries to the payment provider about one payment. */
  readonly paymentPause: number;
  /** How long a system that failed repeatedly is not called: by jobs, and by calls. */
  readonly jobRest: number;
  readonly callRest: number;
  /** Timeout of calls to the payment provider. */
  readonly paymentAnswer: number;
  /** Timeout of a login at the desk for its provider, all calls together. */
  readonly loginAnswer: number;
  /** How long figures of the database in `/metrics` are reused, however often they are scraped. */
  readonly metricsFigures: number;
  /** Delay before one of several processes is started again after its end. */
  readonly processRestart: number;
  /**
   * Interval of the liveness checks of several processes, and the timeout of an answer: a busy process answers, a
   * frozen one does not.
   */
  readonly processWatch: number;
  readonly processAnswer: number;
  /** Interval of exchanging the counts of calls with the other processes. */
  readonly limitExchange: number;
  /** Interval of writing the history of checkouts. */
  readonly history: number;
  /** Interval of checks for texts of the brand and experiments that another process has changed. */
  readonly activations: number;
  /** How long the shop window uses the catalogue and the stock that it has read. */
  readonly shopWindow: number;
  /** How long a picture waits to be read; after that its shopper types. */
  readonly readingWait: number;
  /** Timeout of reading a picture. Most take less than a second. */
  readonly readingLimit: number;
  /** How long an answer of the health checks is reused. */
  readonly readiness: number;
  /** Interval of indexing new orders for the desk's search. */
  readonly deskOrders: number;
  /** Interval of computing the due figures of the desk's board. */
  readonly deskFigures: number;
  /** Interval of checks whether a rule stops an experiment. */
  readonly experimentRules: number;
  /**
   * The desk's events: the interval of reading the state while there are listeners, the time without an event after
   * which a comment is sent,
   */
  readonly deskEvents: number;
  readonly deskQuiet: number;
  /** the delay before a browser that lost the connection reconnects, */
  readonly deskReconnect: number;
  /** and the time after which a stream ends if its login could not be checked. */
  readonly deskUnseen: number;
};

export const PERIODS: Periods = {
  jobPoll: 2000,
  orphanedJobs: 10_000,
  timetable: TIMETABLE,
  paymentPause: 1000,
  jobRest: 30_000,
  callRest: 10_000,
  paymentAnswer: 10_000,
  loginAnswer: 5000,
  metricsFigures: 5000,
  processRestart: 500,
  processWatch: 5000,
  processAnswer: 15_000,
  limitExchange: 250,
  history: 1000,
  activations: 2000,
  shopWindow: 1000,
  readingWait: 6000,
  readingLimit: 8000,
  readiness: 1000,
  deskOrders: 1000,
  deskFigures: 2000,
  experimentRules: 2000,
  deskEvents: 3000,
  // Shorter than the time for which proxies keep a silent connection open.
  deskQuiet: 15_000,
  deskReconnect: 3000,
  deskUnseen: 30_000,
};
