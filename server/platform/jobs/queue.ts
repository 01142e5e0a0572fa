import type { Handle } from "#server/platform/database/database.ts";
import { run, statement, type Statement } from "#server/platform/database/statement.ts";
import { KEYED } from "./superseded.ts";
import type { JobName, Jobs } from "./tasks.ts";

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
