import { sql } from "kysely";
import type { Handle, ReadHandle } from "#server/platform/database/database.ts";
import { isSuperseded } from "./queue.ts";
import type { JobName } from "./tasks.ts";

/**
 * `retrying`: the last attempt failed, and the next one is later. `givenUp`: every attempt has failed. `running`:
 * includes jobs whose process has just died.
 */
export const JOB_STATES = ["running", "due", "later", "retrying", "givenUp"] as const;
export type JobState = (typeof JOB_STATES)[number];

/** SQL for the state of a job `j`. */
export const JOB_STATE = sql<JobState>`case
  when j.locked_at is not null then 'running'
  when j.attempts >= j.max_attempts then 'givenUp'
  when j.run_at <= now() then 'due'
  when j.attempts > 0 then 'retrying'
  else 'later' end`;

/** The number of jobs with one name and one state. */
export type CountedJobs = {
  readonly name: JobName;
  readonly state: JobState;
  readonly count: number;
  /** For how long the oldest of them has been due, in s; 0 if none is due. */
  readonly oldestSeconds: number;
};

/**
 * Returns the number of jobs of each name in each state, without those that were replaced while they ran. The queue
 * only has unfinished jobs, and its times come from the database's clock.
 */
export async function countJobs(db: ReadHandle): Promise<readonly CountedJobs[]> {
  const { rows } = await sql<CountedJobs>`
    select j.task_identifier as name, ${JOB_STATE} as state, count(*)::int as count,
      greatest(0, extract(epoch from now() - min(j.run_at)))::float8 as "oldestSeconds"
    from graphile_worker.jobs j where not ${isSuperseded("j")} group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

/** Which jobs to retry: those with these ids, or the given-up jobs of one name, or (name null) all given-up jobs. */
export type ToRetry = { readonly ids: readonly string[] } | { readonly name: string | null };

/**
 * Reschedules failed jobs to run now, with the full number of attempts. Returns how many. Leaves running jobs alone.
 */
export async function retryJobs(db: Handle, which: ToRetry): Promise<number> {
  const chosen =
    "ids" in which
      ? sql`j.id = any(${which.ids}::bigint[])`
      : sql`j.attempts >= j.max_attempts and (${which.name}::text is null or j.task_identifier = ${which.name})`;
  const { rows } = await sql<{ id: string }>`
    select id from graphile_worker.reschedule_jobs(array(
      select j.id from graphile_worker.jobs j where j.last_error is not null and not ${isSuperseded("j")} and ${chosen}
    ), run_at := now(), attempts := 0)`.execute(db);
  return rows.length;
}
