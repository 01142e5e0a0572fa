import { localePrefix, type Locale } from "#core/locale.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { run, statement } from "#server/platform/database/statement.ts";
import { secretHash, newMailedLink } from "#server/platform/encryption/link-secret.ts";

/** How long a mailed link continues its checkout, in days. */
const LIFE_DAYS = 14;

/** Creates a link that continues a checkout on any device, for a mail to the e-mail that was registered in it. */
export async function makeCheckoutLink(
  db: Handle,
  checkoutId: string,
  { publicUrl, locale, now }: { readonly publicUrl: string; readonly locale: Locale; readonly now: Date },
): Promise<string> {
  const link = newMailedLink(`${publicUrl}${localePrefix(locale)}/continue`, { days: LIFE_DAYS, now });
  await run(
    db,
    statement`
      insert into checkout_links (secret_hash, checkout_id, expires_at)
      values (${link.secretHash}, ${checkoutId}, ${link.expiresAt})`,
  );
  return link.url;
}

/** The checkout that a link continues; null if it is unknown or has expired. */
export async function continuedCheckout(db: Handle, secret: string, now: Date): Promise<string | null> {
  const hash = secretHash(secret);
  if (hash === null) return null;
  const row = await db
    .selectFrom("checkout_links")
    .select("checkout_id")
    .where("secret_hash", "=", hash)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row?.checkout_id ?? null;
}
