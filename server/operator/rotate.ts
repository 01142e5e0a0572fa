import { sql } from "kysely";
import type { Handle } from "#server/platform/database/database.ts";
import { FORM_KEYS, resealForms } from "#server/sale/checkout/upkeep.ts";
import { DOCUMENT_KEYS, resealPictures } from "#server/sale/document/upkeep.ts";
import { ESIM_KEYS, rotateEsims } from "#server/sale/esim/upkeep.ts";
import { ORDER_KEYS, resealOrders } from "#server/sale/order/upkeep.ts";

type Rotation = Parameters<typeof resealPictures>[0];
export type Rotated = {
  readonly done: number;
  /** The ids of documents whose files are missing; their rows are unchanged. */
  readonly missing: readonly string[];
  /** How many documents, eSIMs, forms, orders and events use each key, by key id. Always includes the first key. */
  readonly inUse: ReadonlyMap<string, number>;
};

/**
 * Re-encrypts all documents, the secrets of all eSIMs and all identity data with the first key. It can run at the same
 * time as uploads and the purge, but not as another rotation (`LOCKS.keyRotation`). Throws a DocumentKeyError for the
 * first document whose key is missing or wrong.
 */
export async function rotateDocuments(
  rotation: Rotation,
  onProgress: (done: number) => void = () => undefined,
): Promise<Rotated> {
  const { db, keys } = rotation;
  await rotateEsims(db, keys);
  const moved = await resealPictures(rotation, onProgress);
  await resealForms(db, keys);
  await resealOrders(db, keys);
  return { ...moved, inUse: await keysInUse(db) };
}

/** SQL for the key ids of everything that is encrypted, one row for each item. */
const SEALED = sql`(${sql.join([DOCUMENT_KEYS, ESIM_KEYS, FORM_KEYS, ORDER_KEYS], sql` union all `)}) sealed`;

/** Returns whether anything is encrypted with this key. If not, this has to read all rows. */
export async function isKeyUsed(db: Handle, id: string): Promise<boolean> {
  const { rows } = await sql<{
    used: boolean;
  }>`select exists (select from ${SEALED} where key_id = ${id}) as used`.execute(db);
  return rows[0]?.used ?? false;
}

/** Returns how many documents, eSIMs, forms, orders and events use each key, by key id. */
export async function keysInUse(db: Handle): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ key_id: string; count: number }>`
    select key_id, count(*)::int as count from ${SEALED} group by key_id order by key_id`.execute(db);
  return new Map(rows.map((row) => [row.key_id, row.count]));
}
