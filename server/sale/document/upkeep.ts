import { sql, type RawBuilder } from "kysely";
import type { Handle } from "#server/platform/database/database.ts";
import { countRows, isOver, oldRows, type Keeping } from "#server/platform/database/old-rows.ts";
import { hasOrder } from "#server/reports/orders.ts";
import { hasPaymentInUse } from "#server/reports/payments.ts";
import { CHECKOUT_OF_DOCUMENT } from "#server/sale/checkout/upkeep.ts";

export const oldVerifications = (before: Date) => oldRows("eid_verifications", sql`expires_at < ${before}`);

/** A picture by its row, and where its file is. */
export type StoredPicture = { readonly id: string; readonly storage_key: string };

/** Pictures of orders that are kept no longer. */
const ofOldOrders = (keeping: Keeping) =>
  sql`documents d where ${hasOrder("document_id", sql`d.id`, (createdAt) => isOver(createdAt, keeping))}`;

export const countOldPictures = (db: Handle, keeping: Keeping) => countRows(db, ofOldOrders(keeping));

export async function oldPictures(db: Handle, keeping: Keeping, limit: number): Promise<readonly StoredPicture[]> {
  const { rows } =
    await sql<StoredPicture>`select d.id, d.storage_key from ${ofOldOrders(keeping)} limit ${limit}`.execute(db);
  return rows;
}

/**
 * Pictures without an order that were sent before a moment. A payment that is open, or paid and not an order yet, keeps the picture of its
 * checkout. `ordered` has a small index; the orders themselves decide.
 */
const isUnordered = (before: Date): RawBuilder<unknown> => sql`not d.ordered and d.created_at < ${before}
  and not ${hasOrder("document_id", sql`d.id`)} and not ${hasPaymentInUse(sql`d.checkout_id`)}`;

export const countUnordered = (db: Handle, before: Date) =>
  countRows(db, sql`documents d where ${isUnordered(before)}`);

/** Locks the checkouts of unordered pictures, and looks again, because an order may have come in between. */
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

/** The files of the pictures of checkouts. */
export async function filesOfCheckouts(db: Handle, checkoutIds: readonly string[]): Promise<readonly string[]> {
  if (checkoutIds.length === 0) return [];
  const rows = await db.selectFrom("documents").select("storage_key").where("checkout_id", "in", checkoutIds).execute();
  return rows.map(({ storage_key }) => storage_key);
}

/** Those of some files that a row names. */
export async function namedFiles(db: Handle, files: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom("documents").select("storage_key").where("storage_key", "in", files).execute();
  return new Set(rows.map(({ storage_key }) => storage_key));
}

/** Removes the rows of pictures whose files were removed. */
export async function removeDocuments(db: Handle, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom("documents").where("id", "in", ids).execute();
}

/** Removes the pictures and verifications of checkouts. The files have to be removed before. */
export async function removeDocumentsOf(tx: Handle, checkoutIds: readonly string[]): Promise<void> {
  await tx.deleteFrom("documents").where("checkout_id", "in", checkoutIds).execute();
  await tx.deleteFrom("eid_verifications").where("checkout_id", "in", checkoutIds).execute();
}

/** Removes who has looked at the pictures of orders. */
export async function removeReads(tx: Handle, orderNumbers: readonly string[]): Promise<void> {
  await tx.deleteFrom("document_reads").where("order_number", "in", orderNumbers).execute();
}

/** Frees documents that no order names any more. */
export async function freeUnnamed(tx: Handle, hashes: readonly Buffer[]): Promise<void> {
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

/** The ids of the keys of all pictures. */
export const DOCUMENT_KEYS = sql`select key_id from documents`;

/** Pictures that another key has encrypted, after an id. */
export function picturesToReseal(db: Handle, keyId: string, after: string, limit: number) {
  return db
    .selectFrom("documents")
    .select(["id", "storage_key"])
    .where("key_id", "<>", keyId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Has a picture stored in another file. False if it was replaced, removed or moved in the meantime. */
export async function moveFile(
  db: Handle,
  { id, storage_key: from }: StoredPicture,
  to: { readonly storage_key: string; readonly key_id: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("documents")
    .set(to)
    .where("id", "=", id)
    .where("storage_key", "=", from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function isStored(db: Handle, id: string): Promise<boolean> {
  return (await db.selectFrom("documents").select("id").where("id", "=", id).execute()).length > 0;
}
