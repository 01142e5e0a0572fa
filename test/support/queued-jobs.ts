import type pg from "pg";
import type { JobName, PayloadOf, Task } from "#server/platform/jobs/tasks.ts";

/** Runs the queued jobs of a name in a shop without workers, one after another, until none is due. */
export async function runQueued<Name extends JobName>(pool: pg.Pool, name: Name, task: Task<Name>): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ payload: PayloadOf<Name> }>(
      `delete from graphile_worker._private_jobs where id = (
         select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
         where t.identifier = $1 order by j.id limit 1) returning payload`,
      [name],
    );
    const [job] = rows;
    if (!job) return;
    await task(job.payload);
  }
}
