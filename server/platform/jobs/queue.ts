import type pg from "pg";
import type { Handle } from "#server/platform/database/database.ts";
import { run, statement, type Statement } from "#server/platform/database/statement.ts";
import type { JobName, Jobs } from "./tasks.ts";
import { sql } from "kysely";

/** A job to queue. One with the key of another replaces it. `at`: when it runs; at once if not given. `queue`: jobs with the same one never run at once. */
export type NewJob = {
  [Name in JobName]: {
    readonly name: Name;
    readonly payload: Jobs[Name];
    readonly key?: string;
    readonly at?: Date;
    readonly queue?: string;
  };
}[JobName];

/** With graphile-worker's backoff the last try is about three days after the first. */
const MAX_ATTEMPTS = 25;

/** Queues jobs in the caller's transaction, so that they exist only if it is committed. */
export async function addJobs(db: Handle, jobs: readonly NewJob[]): Promise<void> {
  await run(db, jobsToAdd(jobs));
}

/** The statement that queues jobs. */
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
    select graphile_worker.add_jobs(array(
      select json_populate_record(null::graphile_worker.job_spec, spec) from json_array_elements(${JSON.stringify(specs)}::json) spec))`;
}

/** The flag of a job that was queued with a key. */
export const KEYED = "keyed";

/**
 * The SQL of whether a job was replaced while it ran. graphile-worker takes its key and its tries away when another
 * with the same key is queued (`add_jobs`, `is_available is not true`). That one does the work, so a failed or
 * interrupted try of this one is no failure. `job`: a row of `graphile_worker.jobs` or `_private_jobs`.
 */
export const supersededSql = (job: string): string =>
  `(${job}.key is null and coalesce(${job}.flags ? '${KEYED}', false))`;

/** The same as a part of a query. */
export const isSuperseded = (job: string) => sql.raw<boolean>(supersededSql(job));

/** Completes the jobs that were replaced while they ran, and do not run any more. */
export async function completeSuperseded(pool: pg.Pool): Promise<void> {
  await pool.query(
    `select graphile_worker.complete_jobs(array(
       select j.id from graphile_worker._private_jobs j where ${supersededSql("j")} and j.locked_at is null
     ))`,
  );
}

/** Ends every job that is queued. For a demo whose sales are invented, before its worker starts. */
export async function endAllJobs(pool: pg.Pool): Promise<void> {
  await pool.query("select graphile_worker.complete_jobs(array(select id from graphile_worker._private_jobs))");
}
