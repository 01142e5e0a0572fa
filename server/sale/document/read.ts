import type { SecurityLog } from "#server/platform/security/security-log.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { DocumentStore } from "./keep.ts";
import { decryptDocument, type DocumentKey } from "#server/platform/encryption/encryption.ts";
import { documentOfOrder } from "#server/read-models/checkout.ts";
import { fileOfDocument, noteRead } from "./queries.ts";
import { DocumentKeyError, keysNamed } from "#server/platform/encryption/keys.ts";

export type DocumentReader = {
  readonly db: Database;
  readonly documents: DocumentStore;
  readonly keys: readonly DocumentKey[];
  readonly security: SecurityLog;
};
/** Who reads the document and why, to be recorded. */
export type ReadRequest = {
  readonly orderNumber: string;
  readonly reader: string;
  readonly reason: string;
  /** The IP address, if a system reads the document. */
  readonly address?: string;
};
export type ReadDocument =
  | { readonly kind: "read"; readonly jpeg: Buffer }
  | { readonly kind: "noOrder" }
  /** Never uploaded (TV), or removed after its retention time. */
  | { readonly kind: "noDocument" }
  /** The row exists, but its file is missing. */
  | { readonly kind: "fileMissing" };

/**
 * Returns the picture of an order's identity document as JPEG, after recording the access in `document_reads` and in
 * the security log. Throws a DocumentKeyError if the key is missing or wrong.
 */
export async function readDocument(
  { db, documents, keys, security }: DocumentReader,
  { orderNumber, reader, reason, address }: ReadRequest,
): Promise<ReadDocument> {
  const row = await documentOfOrder(db, orderNumber);
  if (!row) return { kind: "noOrder" };
  if (row.id === null) return { kind: "noDocument" };
  const jpeg = await openDocument({ db, documents, keys }, row.id);
  if (!jpeg) return { kind: "fileMissing" };
  await noteRead(db, { document_id: row.id, order_number: orderNumber, reader, reason });
  security.record("document.read", {
    document: row.id,
    order: orderNumber,
    actor: reader,
    ...(address !== undefined && { address }),
  });
  return { kind: "read", jpeg };
}

/**
 * Decrypts a document; null if its file is missing. Throws a DocumentKeyError. Only for `readDocument` and the rotation
 * of keys, because it records nothing.
 */
export async function openDocument(
  { db, documents, keys }: Omit<DocumentReader, "security">,
  id: string,
): Promise<Buffer | null> {
  // A rotation can move the file just after the row was read, so read the row again.
  for (let attempts = 1; attempts <= 3; attempts++) {
    const row = await fileOfDocument(db, id);
    if (!row) return null;
    const sealed = await documents.get(row.storage_key);
    if (sealed) return unseal(sealed, id, keysNamed(keys, row.key_id));
  }
  return null;
}

function unseal(sealed: Buffer, id: string, keys: readonly DocumentKey[]): Buffer {
  let cause: unknown;
  for (const key of keys) {
    try {
      return decryptDocument(sealed, id, key);
    } catch (error) {
      cause = error;
    }
  }
  throw new DocumentKeyError(
    `document ${id} cannot be decrypted: the key "${keys[0]?.id}" is not the one it was encrypted with, or its file is damaged.`,
    { cause },
  );
}
