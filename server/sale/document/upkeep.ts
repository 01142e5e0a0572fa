import { sql, type RawBuilder } from "kysely";
import type { Handle } from "#server/platform/database/database.ts";
import { encryptDocument, type DocumentKey } from "#server/platform/encryption/encryption.ts";
import { newId } from "#server/platform/ids.ts";
import { countRows, expiredBefore, isOver, oldRows, type RowRetention } from "#server/platform/database/old-rows.ts";
import { hasOrder } from "#server/read-models/orders.ts";
import { hasPaymentInUse } from "#server/read-models/payments.ts";
import { CHECKOUT_OF_DOCUMENT } from "#server/sale/checkout/upkeep.ts";
import { fileOfDocument } from "./queries.ts";
import { openDocument, type DocumentReader } from "./read.ts";

export const oldVerifications = expiredBefore("eid_verifications");

/** The row of a picture and the key of its file in the store. */
export type StoredPicture = { readonly id: string; readonly storage_key: string };

/** Selects pictures of orders whose retention time is over. */
export const oldPictures = (keeping: RowRetention) =>
  oldRows(
    sql<StoredPicture>`d.id, d.storage_key`,
    sql`from documents d where ${hasOrder("document_id", sql`d.id`, (createdAt) => isOver(createdAt, keeping))}`,
    { after: sql`` },
  );

/**
 * Returns the condition for pictures without an order that were uploaded before a given time. If a payment is open, or
 * paid but not yet an order, its checkout keeps the picture. `ordered` only serves to keep the index small; whether
 * there is an order is decided by the table `orders`.
 */
const isUnordered = (before: Date): RawBuilder<unknown> => sql`not d.ordered and d.created_at < ${before}
  and not ${hasOrder("document_id", sql`d.id`)} and not ${hasPaymentInUse(sql`d.checkout_id`)}`;

export const countUnordered = (db: Handle, before: Date) =>
  countRows(db, sql`from documents d where ${isUnordered(before)}`);

/**
 * Locks the checkouts of pictures without an order. Checks the condition again after locking, because an order can have
 * been created in between.
 */
export async function lockUnordered(tx: Handle, before: Date, limit: number): Promise<readonly StoredPicture[]> {
  const locked = await sql<{ id: string }>`
    select d.id from documents d ${CHECKOUT_OF_DOCUMENT} where ${isUnordered(before)}
    limit ${limit} for update of c skip locked`.execute(tx);
  const ids = locked.rows.map(({ id }) => id);
  const { rows } = await sql<StoredPicture>`
    select d.id, d.storage_key from documents d where d.id = any(${ids}::uuid[]) and ${isUnordered(before)}`.execute(
    tx,
  );
  return rows;
}

export function picturesOf(db: Handle, checkoutIds: readonly string[]): Promise<readonly StoredPicture[]> {
  if (checkoutIds.length === 0) return Promise.resolve([]);
  return db.selectFrom("documents").select(["id", "storage_key"]).where("checkout_id", "in", checkoutIds).execute();
}

/** Returns those of the given files to which a row refers. */
export async function namedFiles(db: Handle, files: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom("documents").select("storage_key").where("storage_key", "in", files).execute();
  return new Set(rows.map(({ storage_key }) => storage_key));
}

/** Removes the rows of pictures whose files were removed. */
export async function removeDocuments(db: Handle, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom("documents").where("id", "in", ids).execute();
}

/** Removes the pictures and verifications of checkouts. Their files must be removed first. */
export async function removeDocumentsOf(tx: Handle, checkoutIds: readonly string[]): Promise<void> {
  await tx.deleteFrom("documents").where("checkout_id", "in", checkoutIds).execute();
  await tx.deleteFrom("eid_verifications").where("checkout_id", "in", checkoutIds).execute();
}

/** Removes the records of who has read the pictures of orders. */
export async function removeReads(tx: Handle, orderNumbers: readonly string[]): Promise<void> {
  await tx.deleteFrom("document_reads").where("order_number", "in", orderNumbers).execute();
}

/** Frees documents that no order refers to. */
export async function freeUnusedDocuments(tx: Handle, hashes: readonly Buffer[]): Promise<void> {
  if (hashes.length === 0) return;
  await tx
    .deleteFrom("document_claims")
    .where("document_hash", "in", hashes)
    .where(sql<boolean>`not ${hasOrder("document_hash", sql`document_claims.document_hash`)}`)
    .execute();
}

/** Frees the documents of an account. */
export async function freeDocumentsOf(tx: Handle, accountId: string): Promise<void> {
  await tx.deleteFrom("document_claims").where("account_id", "=", accountId).execute();
}

/** The key ids of all pictures. */
export const DOCUMENT_KEYS = sql`select key_id from documents`;

/** The keys: the first encrypts, all decrypt. */
type Rotation = Omit<DocumentReader, "security">;

const BATCH = 100;

/**
 * Re-encrypts all pictures with the first key. The old file is kept until the row refers to the new one, so that
 * pictures stay readable and an interrupted rotation can be resumed. Returns the number of moved pictures, and the ids
 * of those whose files are missing; their rows stay unchanged. Throws a DocumentKeyError at the first picture whose key
 * is missing or wrong.
 */
export async function resealPictures(
  { db, documents, keys }: Rotation,
  onProgress: (done: number) => void,
): Promise<{ readonly done: number; readonly missing: readonly string[] }> {
  const key = keys[0];
  if (!key) throw new Error("There is no key for documents");
  const missing: string[] = [];
  let done = 0;
  for (let after = "00000000-0000-0000-0000-000000000000"; ;) {
    const batch = await db
      .selectFrom("documents")
      .select(["id", "storage_key"])
      .where("key_id", "<>", key.id)
      .where("id", ">", after)
      .orderBy("id")
      .limit(BATCH)
      .execute();
    for (const picture of batch) {
      const content = await openDocument({ db, documents, keys }, picture.id);
      // Without a row, the picture was just replaced or purged, so its file is not missing.
      if (!content) missing.push(...((await fileOfDocument(db, picture.id)) ? [picture.id] : []));
      else if (await move({ db, documents }, picture, content, key)) onProgress((done += 1));
      after = picture.id;
    }
    if (batch.length < BATCH) return { done, missing };
  }
}

/** Moves a picture to a new file. Returns false if another process replaced, removed or moved it in the meantime. */
async function move(
  { db, documents }: Pick<Rotation, "db" | "documents">,
  { id, storage_key: from }: StoredPicture,
  content: Buffer,
  key: DocumentKey,
): Promise<boolean> {
  const next = newId();
  await documents.put(next, encryptDocument(content, id, key));
  const { numUpdatedRows } = await db
    .updateTable("documents")
    .set({ storage_key: next, key_id: key.id })
    .where("id", "=", id)
    .where("storage_key", "=", from)
    .executeTakeFirst();
  const moved = numUpdatedRows === 1n;
  await documents.remove(moved ? from : next);
  return moved;
}
