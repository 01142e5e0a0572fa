import type { Database } from "#server/platform/database/database.ts";
import type { DocumentKey } from "#server/platform/encryption/encryption.ts";
import { openMatchingId, sealMatchingId } from "./matching-id.ts";

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
