import type pg from "pg";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { fragment, run, runTogether, statement } from "#server/platform/database/statement.ts";

/** PostgreSQL's code for a lock that was not granted in time (appendix A). */
const NOT_GRANTED = "55P03";

const EMPTY = fragment`graphile_worker._private_job_queues
  where locked_at is null
    and id not in (select job_queue_id from graphile_worker._private_jobs where job_queue_id is not null)`;

/** Returns the number of named queues without a job. */
export async function countEmptyQueues(db: Handle): Promise<number> {
  const [row] = await run(db, statement<{ count: number }>`select count(*)::int as count from ${EMPTY}`);
  return row?.count ?? 0;
}

/**
 * Removes named queues without a job, which graphile-worker keeps. Returns how many; 0 if a transaction that queues a
 * job does not end within two seconds. Unlike graphile-worker's own clean-up (`GC_JOB_QUEUES`), it locks the table
 * first. Otherwise the queue of a job whose transaction is not committed yet could be removed, and that job would never
 * run: it names its queue by an id, without a foreign key.
 */
export async function removeEmptyQueues(db: Database): Promise<number> {
  const remove = async (tx: Handle) => {
    const [, , removed] = await runTogether(
      tx,
      statement`set local lock_timeout = '2s'`,
      statement`lock table graphile_worker._private_job_queues in share row exclusive mode`,
      statement`delete from ${EMPTY} returning id`,
    );
    return removed.length;
  };
  return db
    .transaction()
    .execute(remove)
    .catch((error: pg.DatabaseError) => {
      if (error.code === NOT_GRANTED) return 0;
      throw error;
    });
}
