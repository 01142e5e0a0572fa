import { daysBefore, countRows, runBatches } from "#server/platform/database/old-rows.ts";
import { namedFiles } from "#server/sale/document/upkeep.ts";
import { BATCH, type PurgeContext, type PurgePart } from "./part.ts";
import { sql } from "kysely";

const SETTLED_AFTER_DAYS = 1;
/**
 * If at least this many files, and more than half of all, have no row, this is probably the wrong database. Nothing is
 * removed then.
 */
const SUSPICIOUS = 20;

/** Files without a row in `documents`, which are left behind by a crash between writing the file and the row. */
export const unnamedFiles: PurgePart = {
  about: "files without a document",
  count: async (context) => (await unnamed(context)).length,
  async remove(context) {
    const keys = await unnamed(context);
    for (const key of keys) await context.documents.remove(key);
    return keys.length;
  },
};

async function unnamed({ db, documents, now, log }: PurgeContext): Promise<readonly string[]> {
  const before = daysBefore(now, SETTLED_AFTER_DAYS);
  const found: string[] = [];
  let all = 0;
  let batch: string[] = [];
  const checkBatch = async () => {
    if (batch.length === 0) return;
    const named = await namedFiles(db, batch);
    found.push(...batch.filter((key) => !named.has(key)));
    batch = [];
  };
  for await (const { key, changedAt } of documents.list()) {
    all += 1;
    if (changedAt < before) batch.push(key);
    if (batch.length === BATCH) await checkBatch();
  }
  await checkBatch();
  if (found.length < SUSPICIOUS || found.length <= all / 2) return found;
  log.warn(
    { files: all, withoutDocument: found.length },
    "most document files are unknown to this database, so none was removed: do DATA_DIR and DATABASE_URL belong together?",
  );
  return [];
}

/** Jobs that were given up and have a person's address in their payload: e-mails that could never be sent. */
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
