import { sql } from "kysely";
import type { Handle } from "#server/platform/database/database.ts";
import { oldRows } from "#server/platform/database/old-rows.ts";

export const oldPhotoLinks = (before: Date) => oldRows("photo_links", sql`expires_at < ${before}`);

/** Ends the links of checkouts. */
export async function removePhotoLinks(tx: Handle, checkoutIds: readonly string[]): Promise<void> {
  await tx.deleteFrom("photo_links").where("checkout_id", "in", checkoutIds).execute();
}
