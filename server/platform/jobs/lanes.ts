import type { JobName, Jobs } from "./tasks.ts";

/** A lane has the jobs that call one kind of system. A system that hangs blocks only its own lane. */
export type LaneName = "mail" | "texts" | "handover" | "esim" | "numbers" | "payments" | "events" | "housekeeping";

type Lane = {
  /** How many of its jobs a process runs at once. */
  readonly concurrency: number;
  /** Whether all its jobs call the same system, which is then not called for some time after repeated failures. */
  readonly breaker: boolean;
};

export const LANES: Readonly<Record<LaneName, Lane>> = {
  mail: { concurrency: 2, breaker: true },
  texts: { concurrency: 1, breaker: true },
  handover: { concurrency: 3, breaker: true },
  esim: { concurrency: 2, breaker: true },
  numbers: { concurrency: 1, breaker: true },
  // Payments go to different providers, and `settle-payments` handles failures one by one.
  payments: { concurrency: 3, breaker: false },
  // A job for each receiver, most of whose time is spent waiting. Receivers that do not answer are paused one by one.
  events: { concurrency: 64, breaker: false },
  // One for each queue of the timetable.
  housekeeping: { concurrency: 3, breaker: false },
};

const LANE_OF: Readonly<Record<keyof Jobs, LaneName>> = {
  "mail-password-reset": "mail",
  "mail-account-change": "mail",
  "mail-order": "mail",
  "mail-transfer": "mail",
  "text-transfer": "texts",
  "mail-reminder": "mail",
  "mail-refund": "mail",
  "hand-over-order": "handover",
  "order-esim": "esim",
  "cancel-esim": "esim",
  "refund-payment": "payments",
  "refund-extra": "payments",
  "cancel-payment": "payments",
  "settle-payments": "payments",
  "retry-refunds": "payments",
  "cancel-unpaid-orders": "housekeeping",
  "purge-unordered-documents": "housekeeping",
  "keep-order-number": "housekeeping",
  "top-up-numbers": "numbers",
  purge: "housekeeping",
};

/** The jobs of the core. */
export const CORE_JOBS = Object.keys(LANE_OF) as readonly (keyof Jobs)[];

/** Returns the lane of a job. */
export const laneOf = (name: JobName): LaneName => (LANE_OF as Partial<Record<JobName, LaneName>>)[name] ?? "events";

/** When scheduled jobs start, in the notation of graphile-worker. */
export type Timetable = Readonly<Partial<Record<JobName, string>>>;

/**
 * Scheduled jobs (UTC), in the notation of graphile-worker.
 * - Every minute: settles payments that neither a webhook nor a return page has settled, and stores the last order
 *   number in the data folder.
 * - Every five minutes: requests phone numbers if few are left.
 * - Every ten minutes: removes documents that have no order and whose short lifetime is over.
 * - Every hour: cancels released orders that were not paid in time.
 * - Every night, or at the start after a missed night: retries refunds that were given up, and purges data whose
 *   retention time has passed.
 *
 * Jobs of the same queue never run at the same time.
 */
export const TIMETABLE: Timetable = {
  "settle-payments": "* * * * * settle-payments ?max=3&fill=2m",
  "cancel-unpaid-orders": "7 * * * * cancel-unpaid-orders ?max=3&fill=2h&queue=unpaid",
  "keep-order-number": "* * * * * keep-order-number ?max=3&queue=order-number",
  "top-up-numbers": "*/5 * * * * top-up-numbers ?max=3",
  "purge-unordered-documents": "*/10 * * * * purge-unordered-documents ?max=3&fill=20m&queue=purge",
  "retry-refunds": "37 1 * * * retry-refunds ?max=3&fill=20h",
  purge: "17 2 * * * purge ?max=3&fill=20h&queue=purge",
};
