import { sql } from "kysely";
import type pg from "pg";

/** The flag of a job that was queued with a key. */
export const KEYED = "keyed";

/**
 * Whether a job was replaced while it ran: graphile-worker takes its key and its tries away when another with the same key is queued
 * (`add_jobs`, `is_available is not true`). That one does the work, so a failed or interrupted try of this one is not a failure. `job`: a row of
 * `graphile_worker.jobs` or `_private_jobs`.
 */
export const isSuperseded = (job: string) =>
  sql<boolean>`(${sql.ref(`${job}.key`)} is null and coalesce(${sql.ref(`${job}.flags`)} ? ${sql.lit(KEYED)}, false))`;

/** Completes the jobs that were replaced while they ran, and do not run any more. */
export async function completeSuperseded(pool: pg.Pool | pg.PoolClient): Promise<void> {
  await pool.query(
    `select graphile_worker.complete_jobs(array(
       select id from graphile_worker._private_jobs where key is null and flags ? $1 and locked_at is null
     ))`,
    [KEYED],
  );
}
