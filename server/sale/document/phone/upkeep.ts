import type { Handle } from "#server/platform/database/database.ts";
import { expiredBefore } from "#server/platform/database/old-rows.ts";

export const oldPhotoLinks = expiredBefore("photo_links");

/** Ends the links of checkouts. */
export async function removePhotoLinks(tx: Handle, checkoutIds: readonly string[]): Promise<void> {
  await tx.deleteFrom("photo_links").where("checkout_id", "in", checkoutIds).execute();
}
