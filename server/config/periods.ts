import type { Timetable } from "#server/platform/jobs/lanes.ts";

/**
 * Intervals and timeouts of the server's background work, in ms. An option of `startKasse`, so that tests need not
 * wait.
 */
export type Periods = {
  /**
   * How often to poll for jobs without a notification: jobs that were due later, and jobs whose notification was lost.
   */
  readonly jobPoll: number;
  /** How often to check for jobs of processes that have died. */
  readonly orphanedJobs: number;
  /** Schedule of recurring jobs; null for those of the core and of the extensions. */
  readonly timetable: Timetable | null;
  /** Minimum time between two queries to the payment provider about one payment. */
  readonly paymentPause: number;
  /** How long a system is not called after repeated failures, by jobs (`jobRest`) and by calls (`callRest`). */
  readonly jobRest: number;
  readonly callRest: number;
  /** How long the payment provider has to respond to a call. */
  readonly paymentTimeout: number;
  /** Total time for all calls to the identity provider during a desk login. */
  readonly loginTimeout: number;
  /** How long the figures in `/metrics` that come from the database are cached. */
  readonly metricsCache: number;
  /** How often to check how far the replica is behind. */
  readonly replica: number;
  /** Delay before a server process that exited is restarted. */
  readonly processRestart: number;
  /**
   * How often server processes are checked for liveness, and how long one has to respond. A busy process responds in
   * time, a frozen one does not.
   */
  readonly processWatch: number;
  readonly processTimeout: number;
  /** How often call counts are exchanged with the other processes. */
  readonly limitExchange: number;
  /** How often the history of checkouts is written. */
  readonly history: number;
  /** How often to check for brand texts and experiments that another process has changed. */
  readonly activations: number;
  /** How long the shop window uses the catalogue and the stock before reading them again. */
  readonly shopWindow: number;
  /** How often launch queues move on. */
  readonly launchQueue: number;
  /** How long a picture may wait to be read; after that, the shopper types the data instead. */
  readonly readingWait: number;
  /** Time limit for reading a picture. Most take less than a second. */
  readonly readingLimit: number;
  /** How long the result of a health check is cached. */
  readonly readiness: number;
  /** How often new orders are indexed for the desk's search. */
  readonly deskOrders: number;
  /** How often figures of the desk's board that are due are computed. */
  readonly deskFigures: number;
  /** How often to check whether a rule stops an experiment. */
  readonly experimentRules: number;
  /**
   * The desk's event stream: how often its state is read while somebody listens, and how long a stream stays silent
   * before a comment is sent to keep it open.
   */
  readonly deskEvents: number;
  readonly deskQuiet: number;
  /** Delay before a browser that lost the event stream reconnects. */
  readonly deskReconnect: number;
  /** An event stream ends if its login could not be checked for this long. */
  readonly deskUnseen: number;
};

export const PERIODS: Periods = {
  jobPoll: 2000,
  orphanedJobs: 10_000,
  timetable: null,
  paymentPause: 1000,
  jobRest: 30_000,
  callRest: 10_000,
  paymentTimeout: 10_000,
  loginTimeout: 5000,
  metricsCache: 5000,
  replica: 2000,
  processRestart: 500,
  processWatch: 5000,
  processTimeout: 15_000,
  limitExchange: 250,
  history: 1000,
  activations: 2000,
  shopWindow: 1000,
  launchQueue: 500,
  readingWait: 6000,
  readingLimit: 8000,
  readiness: 1000,
  deskOrders: 1000,
  deskFigures: 2000,
  experimentRules: 2000,
  deskEvents: 3000,
  // Shorter than the time after which proxies close a silent connection.
  deskQuiet: 15_000,
  deskReconnect: 3000,
  deskUnseen: 30_000,
};
