import { sql, type RawBuilder } from "kysely";
import { addDays, compareDays, dayInZurich } from "#core/time/dates.ts";
import { WAITING_KINDS, type WaitingKind } from "#core/desk/waiting-kinds.ts";
import { startOfDay } from "#core/time/moments.ts";
import { workingDaysAfter } from "#core/time/working-days.ts";
import type { Config } from "#server/config/config.ts";
import type { ReadHandle } from "#server/platform/database/database.ts";
import { JOB_STATE, type JobState } from "#server/platform/jobs/backlog.ts";
import type { JobName } from "#server/platform/jobs/tasks.ts";
import { isSuperseded } from "#server/platform/jobs/queue.ts";
import { FAILED_ESIMS } from "./esims.ts";
import { joinOrder, waitingIn } from "./orders.ts";
import { FAILED_REFUNDS, unsettledAfter } from "./payments.ts";
import { heldStock } from "./stock.ts";

/** The current time, and the settings that define what is late. */
export type WaitingAt = {
  readonly now: Date;
  readonly config: Pick<Config, "reviewDays">;
};

/** Unless settling it fails, a payment's outcome is known this many minutes after the payment ended. */
const SETTLED_MINUTES = 15;

/** SQL that joins the order `o` of a job. */
function orderOfJob(job: "j" | "p"): RawBuilder<unknown> {
  const id = sql`${sql.ref(`${job}.payload`)}->>'orderId'`;
  return joinOrder("id", sql`case when ${id} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (${id})::uuid end`);
}

/**
 * The waiting list: queries for each kind that return `number`, `id`, `since`, `about` and `until`. `id` identifies
 * what can be retried (a payment or job). Both the desk and the metrics use them, so that page and alert never differ.
 * Each query uses an index that contains only the wanted rows, or reads the queue's unfinished jobs.
 */
const SOURCES: Readonly<Record<WaitingKind, (at: WaitingAt) => RawBuilder<unknown>>> = {
  held: () => waitingIn("onHold"),
  refundToConfirm:
    () => sql`select o.number, null::text as id, r.asked_at as since, r.reason as about, null::timestamptz as until
    from desk_refund_requests r ${joinOrder("id", sql`r.order_id`)} where r.decided_at is null and o.status <> 'cancelled'`,
  unsettled: ({ now }) => unsettledAfter(now, SETTLED_MINUTES),
  refundFailed: () => FAILED_REFUNDS,
  esimFailed: () => FAILED_ESIMS,
  jobGivenUp:
    () => sql`select o.number, j.id::text as id, j.created_at as since, t.identifier as about, null::timestamptz as until
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id left ${orderOfJob("j")}
    where j.attempts >= j.max_attempts and j.locked_at is null and t.identifier <> 'refund-payment' and not ${isSuperseded("j")}`,
  unpaid: () => waitingIn("awaitingPayment"),
  activationToConfirm:
    () => sql`select null::text as number, null::text as id, asked_at as since, kind || ' ' || version || ': ' || reason as about,
      starts_at as until from desk_activation_requests where decided_at is null`,
  stockHeld: ({ now }) => heldStock(now),
};

export type WaitingRow = {
  readonly number: string | null;
  readonly id: string | null;
  readonly since: Date;
  readonly about: string;
  readonly until: Date | null;
};

/** Returns the waiting rows of a kind, oldest first. */
export async function listWaiting(
  db: ReadHandle,
  kind: WaitingKind,
  at: WaitingAt,
  limit: number,
): Promise<readonly WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select number, id, since, coalesce(about, '') as about, until from (${SOURCES[kind](at)}) s
    order by since limit ${limit}`.execute(db);
  return rows;
}

/** Returns whether the payment or job with this id is in the waiting list of its kind. */
export async function isWaiting(db: ReadHandle, kind: WaitingKind, at: WaitingAt, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from (${SOURCES[kind](at)}) s where id = ${id}`.execute(db);
  return rows.length > 0;
}

/** How many items of a kind wait. */
export type WaitingCount = {
  readonly count: number;
  /** How long the oldest one has been waiting, as its start; null if nothing waits. */
  readonly oldest: Date | null;
  /** Number of items whose deadline was before today. */
  readonly late: number;
};

/** Orders held before this time should have been decided by yesterday (`decidedBy`). */
export function lateIfHeldBefore(now: Date, { reviewDays }: Pick<Config, "reviewDays">): Date {
  const today = dayInZurich(now);
  let first = today;
  for (let day = today; compareDays(workingDaysAfter(day, reviewDays), today) >= 0; day = addDays(day, -1)) first = day;
  return startOfDay(first);
}

/** Counts the waiting items of every kind in one statement. */
export async function countWaiting(
  db: ReadHandle,
  at: WaitingAt,
): Promise<Readonly<Record<WaitingKind, WaitingCount>>> {
  const today = startOfDay(dayInZurich(at.now));
  const counts = WAITING_KINDS.map((kind) => {
    const isLate = kind === "held" ? sql`since < ${lateIfHeldBefore(at.now, at.config)}` : sql`until < ${today}`;
    return sql`select ${kind}::text as kind, count(*)::int as count, min(since) as oldest, (count(*) filter (where ${isLate}))::int as late
      from (${SOURCES[kind](at)}) s`;
  });
  const { rows } = await sql<
    WaitingCount & { readonly kind: WaitingKind }
  >`${sql.join(counts, sql` union all `)}`.execute(db);
  const of = (wanted: WaitingKind): WaitingCount => {
    const { kind: _kind, ...counted } = rows.find(({ kind }) => kind === wanted) ?? { kind: wanted, ...NONE };
    return counted;
  };
  return Object.fromEntries(WAITING_KINDS.map((kind) => [kind, of(kind)])) as Record<WaitingKind, WaitingCount>;
}

const NONE: WaitingCount = { count: 0, oldest: null, late: 0 };

/** A job that is not done yet. */
export type WaitingJob = {
  readonly id: string;
  readonly name: JobName;
  readonly state: JobState;
  readonly tries: number;
  readonly nextTry: Date;
  readonly since: Date;
  /** The order's number; null if the job is not about an order. */
  readonly order: string | null;
  readonly lastError: string | null;
};

/** Returns failed jobs, at most `limit`, beginning with those that were given up. */
export async function failedJobs(
  db: ReadHandle,
  { name = null, limit }: { readonly name?: string | null; readonly limit: number },
): Promise<readonly WaitingJob[]> {
  const { rows } = await sql<WaitingJob>`
    select j.id, j.task_identifier as name, ${JOB_STATE} as state, j.attempts as tries, j.run_at as "nextTry", j.created_at as since,
      o.number as "order", j.last_error as "lastError"
    from graphile_worker.jobs j
    join graphile_worker._private_jobs p on p.id = j.id
    left ${orderOfJob("p")}
    where j.last_error is not null and not ${isSuperseded("j")} and (${name}::text is null or j.task_identifier = ${name})
    order by (j.attempts >= j.max_attempts) desc, j.created_at
    limit ${limit}`.execute(db);
  return rows;
}
