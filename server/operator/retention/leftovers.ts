import { sql } from "kysely";
import { countRows, daysBefore, runBatches } from "#server/platform/database/old-rows.ts";
import { BATCH, type PurgePart } from "./part.ts";

/** Jobs that were given up and name a person in their payload: a mail that could never be sent. */
export const failedMails: PurgePart = {
  about: "mails that could not be sent",
  count: ({ db, now, retention }) => countRows(db, failed(daysBefore(now, retention.secrets))),
  remove: ({ db, now, retention }) =>
    runBatches(async () => {
      const { rows } = await sql<{ id: string }>`
        select j.id ${failed(daysBefore(now, retention.secrets))} limit ${BATCH}`.execute(db);
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) await sql`select graphile_worker.complete_jobs(${ids}::bigint[])`.execute(db);
      return ids.length;
    }),
};

const failed = (before: Date) => sql`from graphile_worker.jobs j
  where j.attempts >= j.max_attempts and j.locked_at is null and j.task_identifier like 'mail-%' and j.updated_at < ${before}`;
