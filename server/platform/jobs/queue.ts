import { createHash } from "node:crypto";
import type pg from "pg";
import type { Handle } from "#server/platform/database/database.ts";
import { run, statement, type Statement } from "#server/platform/database/statement.ts";
import { LANES_CHANNEL, lanesNotice } from "./notices.ts";
import type { JobName, PayloadOf } from "./tasks.ts";
import { sql } from "kysely";

/**
 * A job to queue. It replaces a queued job with the same key. `at`: when it runs; at once if absent. `queue`: jobs in
 * the same queue never run at the same time.
 */
export type NewJob = {
  [Name in JobName]: {
    readonly name: Name;
    readonly payload: PayloadOf<Name>;
    readonly key?: string;
    readonly at?: Date;
    readonly queue?: string;
  };
}[JobName];

/**
 * Returns the queue of the jobs about one thing, which never run at the same time. It is one of 256 of its kind,
 * because graphile-worker keeps the row of a queue. The nightly purge removes those without a job.
 */
export const queueOf = (kind: string, id: string): string =>
  `${kind}:${createHash("sha256").update(id).digest("hex").slice(0, 2)}`;

/** With graphile-worker's backoff, the last attempt is about three days after the first. */
const MAX_ATTEMPTS = 25;

/** Queues jobs in the caller's transaction, so that they only exist if it is committed. */
export async function addJobs(db: Handle, jobs: readonly NewJob[]): Promise<void> {
  await run(db, jobsToAdd(jobs));
}

/** Returns the statement that queues jobs. */
export function jobsToAdd(jobs: readonly NewJob[]): Statement<unknown> {
  const specs = jobs.map((job) => ({
    identifier: job.name,
    payload: job.payload,
    ...(job.key !== undefined && { job_key: job.key, flags: [KEYED] }),
    ...(job.queue !== undefined && { queue_name: job.queue }),
    ...(job.at && { run_at: job.at.toISOString() }),
    max_attempts: MAX_ATTEMPTS,
  }));
  return statement`
    with told as materialized (select pg_notify(${LANES_CHANNEL}, ${lanesNotice(jobs.map(({ name }) => name))}))
    select graphile_worker.add_jobs(array(
      select json_populate_record(null::graphile_worker.job_spec, spec) from json_array_elements(${JSON.stringify(specs)}::json) spec))
    from told`;
}

/** Flag of jobs that were queued with a key. */
export const KEYED = "keyed";

/**
 * Returns an SQL condition that is true if the job was replaced while it ran. When a job with the same key is queued,
 * graphile-worker removes the running job's key and its remaining attempts (`add_jobs`, `is_available is not true`).
 * The new job does the work, so it does not matter if the running one fails or is interrupted. `job`: a row of
 * `graphile_worker.jobs` or `_private_jobs`.
 */
export const supersededSql = (job: string): string =>
  `(${job}.key is null and coalesce(${job}.flags ? '${KEYED}', false))`;

/** `supersededSql` as a part of a query. */
export const isSuperseded = (job: string) => sql.raw<boolean>(supersededSql(job));

/** Completes the jobs that were replaced while they ran and are no longer running. */
export async function completeSuperseded(pool: pg.Pool): Promise<void> {
  await pool.query(
    `select graphile_worker.complete_jobs(array(
       select j.id from graphile_worker._private_jobs j where ${supersededSql("j")} and j.locked_at is null
     ))`,
  );
}

/** Ends every job in the queue. Used for a demo with invented sales, before its worker starts. */
export async function endAllJobs(pool: pg.Pool): Promise<void> {
  await pool.query("select graphile_worker.complete_jobs(array(select id from graphile_worker._private_jobs))");
}
