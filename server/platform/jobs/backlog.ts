import { sql } from "kysely";
import type { Handle } from "#server/platform/database/database.ts";
import { isSuperseded } from "./superseded.ts";
import type { JobName } from "./tasks.ts";

/** `retrying`: the last try failed, and the next one is later. `givenUp`: every try has failed. `running` may also be a process that died a moment ago. */
export const JOB_STATES = ["running", "due", "later", "retrying", "givenUp"] as const;
type JobState = (typeof JOB_STATES)[number];

/** A job that is not done yet. */
export type WaitingJob = {
  readonly id: string;
  readonly name: JobName;
  readonly state: JobState;
  readonly tries: number;
  readonly nextTry: Date;
  readonly since: Date;
  /** The number of the order that it is about; null if it is about something else. */
  readonly order: string | null;
  readonly lastError: string | null;
};

const STATE = sql<JobState>`case
  when j.locked_at is not null then 'running'
  when j.attempts >= j.max_attempts then 'givenUp'
  when j.run_at <= now() then 'due'
  when j.attempts > 0 then 'retrying'
  else 'later' end`;

/** The jobs of one name in one state. */
export type CountedJobs = {
  readonly name: JobName;
  readonly state: JobState;
  readonly count: number;
  /** How long the oldest of them could have run by now, in s; 0 if none could. */
  readonly oldestSeconds: number;
};

/**
 * How many jobs there are of each name in each state, without those that were replaced while they ran. The queue has
 * only jobs that are not done; its times are the database's own.
 */
export async function countJobs(db: Handle): Promise<readonly CountedJobs[]> {
  const { rows } = await sql<CountedJobs>`
    select j.task_identifier as name, ${STATE} as state, count(*)::int as count,
      greatest(0, extract(epoch from now() - min(j.run_at)))::float8 as "oldestSeconds"
    from graphile_worker.jobs j where not ${isSuperseded("j")} group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

/** Jobs that have failed, those that were given up first; at most `limit`. */
export async function failedJobs(
  db: Handle,
  { name = null, limit }: { readonly name?: string | null; readonly limit: number },
): Promise<readonly WaitingJob[]> {
  const { rows } = await sql<WaitingJob>`
    select j.id, j.task_identifier as name, ${STATE} as state, j.attempts as tries, j.run_at as "nextTry", j.created_at as since,
      o.number as "order", j.last_error as "lastError"
    from graphile_worker.jobs j
    join graphile_worker._private_jobs p on p.id = j.id
    left join orders o on o.id::text = p.payload->>'orderId'
    where j.last_error is not null and not ${isSuperseded("j")} and (${name}::text is null or j.task_identifier = ${name})
    order by (j.attempts >= j.max_attempts) desc, j.created_at
    limit ${limit}`.execute(db);
  return rows;
}

/** Which jobs are tried again: these, or all of a name that were given up, or all of them that were. */
export type ToRetry = { readonly ids: readonly string[] } | { readonly name: string | null };

/** Lets jobs that have failed run now, as if they had never been tried. Returns how many. Those that run at this moment are left alone. */
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
