import { sql } from "kysely";
import type pg from "pg";

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
