import { createHash } from "node:crypto";
import { newSecret, secretHash } from "#server/platform/encryption/link-secret.ts";
import type { OpenCheckout } from "#server/sale/checkout/checkout.ts";
import { emailOf } from "#server/sale/checkout/user.ts";
import type { Handle } from "#server/platform/database/database.ts";

/** Minutes for which a link is valid: enough to find the phone and the document. */
const LIFE_MINUTES = 15;

export function personHash(checkout: OpenCheckout): Buffer {
  return createHash("sha256").update(emailOf(checkout)).digest();
}

/**
 * Creates a checkout's link and replaces an earlier one. The secret is only returned here; the database stores its
 * hash. `readingHash`: the hash of another secret, with which the page that created the link can have the picture read.
 */
export async function makeLink(
  db: Handle,
  checkout: OpenCheckout,
  readingHash: Buffer | null,
  now: Date,
): Promise<{ readonly secret: string; readonly expiresAt: Date }> {
  const { secret, hash } = newSecret();
  const expiresAt = new Date(now.getTime() + LIFE_MINUTES * 60_000);
  const link = {
    secret_hash: hash,
    reading_hash: readingHash,
    person_hash: personHash(checkout),
    expires_at: expiresAt,
    used_at: null,
  };
  await db
    .insertInto("photo_links")
    .values({ checkout_id: checkout.id, ...link })
    .onConflict((conflict) => conflict.column("checkout_id").doUpdateSet(link))
    .execute();
  return { secret, expiresAt };
}

export type ValidLink = {
  readonly checkoutId: string;
  readonly personHash: Buffer;
  readonly readingHash: Buffer | null;
  readonly expiresAt: Date;
};

/** Returns the link with this secret; null if it is unknown, used or expired. */
export async function validLink(db: Handle, secret: string | null, now: Date): Promise<ValidLink | null> {
  const hash = secret === null ? null : secretHash(secret);
  if (hash === null) return null;
  const row = await db
    .selectFrom("photo_links")
    .select(["checkout_id", "person_hash", "reading_hash", "expires_at"])
    .where("secret_hash", "=", hash)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  if (!row) return null;
  const { checkout_id: checkoutId, person_hash, reading_hash: readingHash, expires_at: expiresAt } = row;
  return { checkoutId, personHash: person_hash, readingHash, expiresAt };
}

/** Marks a link as used. Returns false if it was used before, was replaced or has expired. */
export async function markLinkUsed(db: Handle, secret: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("photo_links")
    .set({ used_at: now })
    .where("secret_hash", "=", secretHash(secret))
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns the state of a checkout's link. It is `received` from when the link was used until a new one is created. */
export async function stateOfLink(
  db: Handle,
  checkoutId: string,
  now: Date,
): Promise<"waiting" | "received" | "expired"> {
  const row = await db
    .selectFrom("photo_links")
    .select(["expires_at", "used_at"])
    .where("checkout_id", "=", checkoutId)
    .executeTakeFirst();
  if (row?.used_at) return "received";
  return row && row.expires_at > now ? "waiting" : "expired";
}
