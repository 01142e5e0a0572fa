import { newId } from "#server/platform/ids.ts";
import { sql } from "kysely";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { rotateEsims } from "#server/sale/esim/rotate.ts";
import type { DocumentStore } from "#server/sale/document/document-store.ts";
import { encryptDocument, type DocumentKey } from "#server/platform/encryption/encryption.ts";
import { rotateIdentities } from "./rotate-identities.ts";
import { openDocument } from "#server/sale/document/read.ts";

export type Rotation = {
  readonly db: Database;
  readonly documents: DocumentStore;
  /** The first encrypts, all decrypt. */
  readonly keys: readonly DocumentKey[];
};
export type Rotated = {
  readonly done: number;
  /** Ids of documents whose files are missing; their rows are unchanged. */
  readonly missing: readonly string[];
  /** The number of documents, eSIMs, forms, orders and events by key id, including the first key. */
  readonly inUse: ReadonlyMap<string, number>;
};

const BATCH = 100;

/**
 * Re-encrypts all documents, the secrets of all eSIMs and all identity data with the first key. The old file is kept until the row refers to the
 * new one, so documents stay readable and an interrupted rotation can resume. It may run at the same time as uploads, the
 * purge and another rotation. Throws a DocumentKeyError for the first document whose key is missing or wrong.
 */
export async function rotateDocuments(
  { db, documents, keys }: Rotation,
  onProgress: (done: number) => void = () => undefined,
): Promise<Rotated> {
  const first = keys[0];
  if (!first) throw new Error("There is no key for documents");
  await rotateEsims(db, keys);
  const missing: string[] = [];
  let done = 0;
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const batch = await db
      .selectFrom("documents")
      .select(["id", "storage_key"])
      .where("key_id", "<>", first.id)
      .where("id", ">", after)
      .orderBy("id")
      .limit(BATCH)
      .execute();
    for (const { id, storage_key } of batch) {
      const content = await openDocument({ db, documents, keys }, id);
      if (!content) missing.push(...(await stillThere(db, id)));
      else if (await move({ db, documents, keys }, { id, storage_key, content, key: first })) onProgress((done += 1));
      after = id;
    }
    if (batch.length < BATCH) break;
  }
  await rotateIdentities(db, keys);
  return { done, missing, inUse: await keysInUse(db) };
}

type Move = { id: string; storage_key: string; content: Buffer; key: DocumentKey };

/** Moves one document to a new file. False if it was replaced, removed or moved by someone else in the meantime. */
async function move({ db, documents }: Rotation, { id, storage_key, content, key }: Move): Promise<boolean> {
  const next = newId();
  await documents.put(next, encryptDocument(content, id, key));
  const { numUpdatedRows } = await db
    .updateTable("documents")
    .set({ storage_key: next, key_id: key.id })
    .where("id", "=", id)
    .where("storage_key", "=", storage_key)
    .executeTakeFirst();
  await documents.remove(numUpdatedRows === 1n ? storage_key : next);
  return numUpdatedRows === 1n;
}

/** The id if the row still exists. Otherwise the document was just replaced or purged, and its file is not missing. */
async function stillThere(db: Database, id: string): Promise<string[]> {
  return (await db.selectFrom("documents").select("id").where("id", "=", id).execute()).map((row) => row.id);
}

/** The number of documents, eSIMs, forms, orders and events by key id. */
export async function keysInUse(db: Handle): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ key_id: string; count: number }>`
    select key_id, count(*)::int as count
    from (select key_id from documents union all select key_id from esims where key_id is not null
      union all select split_part(form->>'sealed', ':', 1) from checkouts where form ? 'sealed'
      union all select split_part(customer->>'sealed', ':', 1) from orders where customer ? 'sealed'
      union all select split_part(event->'event'->>'sealed', ':', 1) from handovers where event->'event' ? 'sealed') sealed
    group by key_id order by key_id`.execute(db);
  return new Map(rows.map((row) => [row.key_id, row.count]));
}
