import { createHash, randomBytes } from "node:crypto";
import { localePrefix, type Locale } from "#core/locale.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { run, statement } from "#server/platform/database/statement.ts";

/** How long a mailed link opens its order, in days. */
const LIFE_DAYS = 90;
const DAY_MS = 24 * 3600_000;

const hashOf = (secret: string) => createHash("sha256").update(secret).digest();
/** Secrets are 192 random bits in base64url. Text of any other form is not queried. */
const SECRET = /^[A-Za-z0-9_-]{32}$/;

/**
 * Creates a link that opens an order on any device, for a mail to its customer. Earlier links stay valid. The secret stands behind the
 * `#`, so that it is in no log.
 */
export async function makeOrderLink(
  db: Handle,
  orderId: string,
  { publicUrl, locale, now }: { readonly publicUrl: string; readonly locale: Locale; readonly now: Date },
): Promise<string> {
  const secret = randomBytes(24).toString("base64url");
  const expires_at = new Date(now.getTime() + LIFE_DAYS * DAY_MS);
  await run(
    db,
    statement`
      insert into order_links (secret_hash, order_id, expires_at) values (${hashOf(secret)}, ${orderId}, ${expires_at})`,
  );
  return `${publicUrl}${localePrefix(locale)}/order#${secret}`;
}

/** The checkout of the order that a link opens; null if it is unknown or has expired. */
export async function checkoutOfLink(db: Handle, secret: string, now: Date): Promise<string | null> {
  if (!SECRET.test(secret)) return null;
  const row = await db
    .selectFrom("order_links")
    .innerJoin("orders", "orders.id", "order_links.order_id")
    .select("orders.checkout_id")
    .where("secret_hash", "=", hashOf(secret))
    .where("order_links.expires_at", ">", now)
    .executeTakeFirst();
  return row?.checkout_id ?? null;
}
