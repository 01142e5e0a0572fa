import type { Handle, ReadHandle } from "#server/platform/database/database.ts";
import { fragment, run, statement, type Statement } from "#server/platform/database/statement.ts";

/** A document whose file is stored under `storage_key`, encrypted with the key `key_id`. */
export type NewDocument = {
  readonly id: string;
  readonly storage_key: string;
  readonly key_id: string;
  readonly bytes: number;
  readonly reading_hash: Buffer | null;
};

/** Returns the fragment that inserts a checkout's document and returns its id. */
export const documentToInsert = (checkoutId: string, document: NewDocument) => fragment`
  insert into documents (id, checkout_id, storage_key, key_id, bytes, reading_hash)
  values (${document.id}, ${checkoutId}, ${document.storage_key}, ${document.key_id}, ${document.bytes},
    ${document.reading_hash}) returning id`;

/** Returns the statement that removes all documents of a checkout but one, and returns their files. */
export const otherDocumentsToRemove = (checkoutId: string, except: string): Statement<{ storage_key: string }> =>
  statement`delete from documents where checkout_id = ${checkoutId} and id <> ${except} returning storage_key`;

/** Returns the statement that records that a document belongs to an order. */
export const documentToOrder = (id: string): Statement<unknown> =>
  statement`update documents set ordered = true where id = ${id}`;

/** Returns where a document's file is stored, and the id of its key. */
export function fileOfDocument(db: Handle, id: string) {
  return db.selectFrom("documents").select(["storage_key", "key_id"]).where("id", "=", id).executeTakeFirst();
}

/** Returns whether the secret with this hash permits reading a document. */
export async function isReadableWith(db: Handle, id: string, readingHash: Buffer): Promise<boolean> {
  const found = db.selectFrom("documents").select("id").where("id", "=", id).where("reading_hash", "=", readingHash);
  return (await found.executeTakeFirst()) !== undefined;
}

/** Returns the size of all documents without an order, in bytes, for metrics and the purge. */
export async function allUnorderedBytes({ db }: { readonly db: ReadHandle }): Promise<number> {
  const [sum] = await run(
    db,
    statement<{ bytes: string }>`select coalesce(sum(bytes), 0) as bytes from documents where not ordered`,
  );
  return Number(sum?.bytes);
}

/** Records who reads a document, and why. */
export async function noteRead(
  db: Handle,
  read: {
    readonly document_id: string;
    readonly order_number: string;
    readonly reader: string;
    readonly reason: string;
  },
): Promise<void> {
  await db.insertInto("document_reads").values(read).execute();
}
