import { sql } from "kysely";
import { BATCH, daysBefore, runBatches, type PurgePart } from "./part.ts";

/** Jobs that were given up and name a person in their payload: a mail that could never be sent. */
export const failedMails: PurgePart = {
  about: "mails that could not be sent",
  async count({ db, now, retention }) {
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count ${failed(daysBefore(now, retention.secrets))}`.execute(db);
    return rows[0]?.count ?? 0;
  },
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

/** Rows of processes that have ended (`/readyz`). */
export const serverProcesses: PurgePart = {
  about: "ended server processes",
  async count({ db, now }) {
    const { count } = await db
      .selectFrom("server_processes")
      .select((eb) => eb.fn.countAll<string>().as("count"))
      .where("written_at", "<", daysBefore(now, 1))
      .executeTakeFirstOrThrow();
    return Number(count);
  },
  async remove({ db, now }) {
    const { numDeletedRows } = await db
      .deleteFrom("server_processes")
      .where("written_at", "<", daysBefore(now, 1))
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  },
};

/** What the sandboxes have kept: they stand in for systems with rules of their own, and nothing refers to their rows. */
export const sandboxRows: readonly PurgePart[] = (["sandbox_messages", "sandbox_orders"] as const).map((table) => ({
  about: `rows of ${table}`,
  async count({ db, now, retention }) {
    const { count } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<string>().as("count"))
      .where("at", "<", daysBefore(now, retention.checkouts))
      .executeTakeFirstOrThrow();
    return Number(count);
  },
  async remove({ db, now, retention }) {
    const removed = await db
      .deleteFrom(table)
      .where("at", "<", daysBefore(now, retention.checkouts))
      .executeTakeFirst();
    return Number(removed.numDeletedRows);
  },
}));
