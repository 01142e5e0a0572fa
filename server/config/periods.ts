import { TIMETABLE, type Timetable } from "#server/platform/jobs/lanes.ts";

/** How often the server does something by itself, in ms. An option of `startKasse`, so that no test waits for one. */
export type Periods = {
  /** Looks for jobs that no notification has named: those of a later moment, and those whose notification was lost. */
  readonly jobPoll: number;
  /** Looks for jobs of processes that have died. */
  readonly orphanedJobs: number;
  /** Jobs that begin by the clock. */
  readonly timetable: Timetable;
  /** How often the payment provider is asked about one payment at most. */
  readonly paymentPause: number;
  /** How long a system is left alone that has failed repeatedly: by jobs, and by calls. */
  readonly jobRest: number;
  readonly callRest: number;
  /** How long the payment provider may take to answer. */
  readonly paymentAnswer: number;
  /** How long a login at the desk may wait for its provider, all calls together. */
  readonly loginAnswer: number;
  /** How long figures of the database in `/metrics` count, however often they are scraped. */
  readonly metricsFigures: number;
  /** How long after its end a process of several is started again. */
  readonly processRestart: number;
  /** Asks each process of several whether it is alive, and how long it may take: a busy one answers, a frozen one does not. */
  readonly processWatch: number;
  readonly processAnswer: number;
  /** Exchanges the counts of calls with the other processes. */
  readonly limitExchange: number;
  /** Writes what happened in checkouts. */
  readonly history: number;
  /** Looks for texts of the brand and experiments that another process has changed. */
  readonly activations: number;
  /** How long the shop window shows the catalogue and the stock that it has read. */
  readonly shopWindow: number;
  /** How long a picture waits to be read; then its shopper types. */
  readonly readingWait: number;
  /** How long the reading of a picture may take. Most take less than a second. */
  readonly readingLimit: number;
  /** How long an answer of the health checks counts. */
  readonly readiness: number;
  /** Makes new orders findable at the desk. */
  readonly deskOrders: number;
  /** Computes the figures of the desk's board that are due. */
  readonly deskFigures: number;
  /** Checks whether a rule stops an experiment. */
  readonly experimentRules: number;
  /** The desk's events: how often the state is read while somebody listens, after how long without an event a comment is sent, */
  readonly deskEvents: number;
  readonly deskQuiet: number;
  /** after how long a browser that lost the connection reconnects, */
  readonly deskReconnect: number;
  /** and how long after its login could last be checked a stream ends. */
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
  // Shorter than proxies keep a silent connection open.
  deskQuiet: 15_000,
  deskReconnect: 3000,
  deskUnseen: 30_000,
};
