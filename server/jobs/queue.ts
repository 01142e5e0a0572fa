import { sql } from "kysely";
import type { Handle } from "#server/database/database.ts";
import type { JobName, Jobs } from "./tasks.ts";

/** Queues a job in the caller's transaction: it exists if, and only if, what it belongs to was committed. */
export async function addJob<Name extends JobName>(
  db: Handle,
  name: Name,
  payload: Jobs[Name],
  key?: string,
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, job_key := ${key ?? null}, max_attempts := 25)`.execute(
    db,
  );
}
