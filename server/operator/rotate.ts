import { newId } from "#server/platform/ids.ts";
import { sql } from "kysely";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { FORM_KEYS, resealForms } from "#server/sale/checkout/upkeep.ts";
import { DOCUMENT_KEYS, isStored, moveFile, picturesToReseal } from "#server/sale/document/upkeep.ts";
import { ESIM_KEYS, rotateEsims } from "#server/sale/esim/upkeep.ts";
import { ORDER_KEYS, resealOrders } from "#server/sale/order/upkeep.ts";
import type { DocumentStore } from "#server/sale/document/document-store.ts";
import { encryptDocument, type DocumentKey } from "#server/platform/encryption/encryption.ts";
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
    const batch = await picturesToReseal(db, first.id, after, BATCH);
    for (const { id, storage_key } of batch) {
      const content = await openDocument({ db, documents, keys }, id);
      if (!content) {
        // Otherwise it was just replaced or purged, and its file is not missing.
        if (await isStored(db, id)) missing.push(id);
      } else if (await move({ db, documents, keys }, { id, storage_key, content, key: first })) onProgress((done += 1));
      after = id;
    }
    if (batch.length < BATCH) break;
  }
  await resealForms(db, keys);
  await resealOrders(db, keys);
  return { done, missing, inUse: await keysInUse(db) };
}

type Move = { id: string; storage_key: string; content: Buffer; key: DocumentKey };

/** Moves one document to a new file. False if it was replaced, removed or moved by someone else in the meantime. */
async function move({ db, documents }: Rotation, { id, storage_key, content, key }: Move): Promise<boolean> {
  const next = newId();
  await documents.put(next, encryptDocument(content, id, key));
  const moved = await moveFile(db, { id, storage_key }, { storage_key: next, key_id: key.id });
  await documents.remove(moved ? storage_key : next);
  return moved;
}

/** The ids of the keys of everything that is encrypted, one a row. */
const SEALED = sql`(${sql.join([DOCUMENT_KEYS, ESIM_KEYS, FORM_KEYS, ORDER_KEYS], sql` union all `)}) sealed`;

/** Whether something is sealed with the key of this id. Reads all rows if nothing is. */
export async function isKeyUsed(db: Handle, id: string): Promise<boolean> {
  const { rows } = await sql<{
    used: boolean;
  }>`select exists (select from ${SEALED} where key_id = ${id}) as used`.execute(db);
  return rows[0]?.used ?? false;
}

/** The number of documents, eSIMs, forms, orders and events by key id. */
export async function keysInUse(db: Handle): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ key_id: string; count: number }>`
    select key_id, count(*)::int as count from ${SEALED} group by key_id order by key_id`.execute(db);
  return new Map(rows.map((row) => [row.key_id, row.count]));
}
