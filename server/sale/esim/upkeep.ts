import { sql } from "kysely";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { expiredBefore } from "#server/platform/database/old-rows.ts";
import type { DocumentKey } from "#server/platform/encryption/encryption.ts";
import { openMatchingId, sealMatchingId } from "./reserve.ts";

export const oldEsims = expiredBefore("esims", "created_at");
export const oldNotifications = expiredBefore("esim_notifications", "received_at");

/** Removes the eSIMs of orders. Their ICCIDs stay in the pool as spent. */
export async function removeEsimsOf(tx: Handle, orderIds: readonly string[]): Promise<void> {
  for (const table of ["esim_reads", "esim_notifications", "esims"] as const)
    await tx.deleteFrom(table).where("order_id", "in", orderIds).execute();
  await tx.updateTable("esim_iccids").set({ order_id: null, spent: true }).where("order_id", "in", orderIds).execute();
}

/** The key ids of all eSIMs. */
export const ESIM_KEYS = sql`select key_id from esims where key_id is not null`;

/** Re-encrypts all matching ids with the first key. Returns their number. Throws a DocumentKeyError. */
export async function rotateEsims(db: Database, keys: readonly DocumentKey[]): Promise<number> {
  const first = keys[0];
  if (!first) throw new Error("There is no key for eSIMs");
  const rows = await db
    .selectFrom("esims")
    .select(["order_id", "sealed_matching_id", "key_id"])
    .where("key_id", "<>", first.id)
    .execute();
  for (const { order_id, sealed_matching_id, key_id } of rows) {
    if (!sealed_matching_id || !key_id) continue;
    const matchingId = openMatchingId({ sealed_matching_id, key_id }, order_id, keys);
    await db
      .updateTable("esims")
      .set(sealMatchingId(matchingId, order_id, first))
      .where("order_id", "=", order_id)
      .where("key_id", "=", key_id)
      .execute();
  }
  return rows.length;
}
