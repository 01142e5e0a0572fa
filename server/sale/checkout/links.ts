import { createHash } from "node:crypto";
import { localePrefix, type Locale } from "#core/text/locale.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { LOCKS } from "#server/platform/database/locks.ts";
import { run, statement } from "#server/platform/database/statement.ts";
import { mailedLink, secretHash } from "#server/platform/encryption/link-secret.ts";

/** Days for which an emailed link to a checkout is valid, and before its recipient can get another one. */
const LIFE_DAYS = 14;

const hashOf = (email: string) => createHash("sha256").update(email).digest();

type NewLink = {
  readonly checkoutId: string;
  readonly email: string;
  readonly publicUrl: string;
  readonly locale: Locale;
  readonly now: Date;
  /** The secret of the e-mail (`secretOfMail`), which a repetition uses again. */
  readonly secret: string;
};

/**
 * Creates a link that continues a checkout on any device, for an e-mail to the address registered in it. Returns null
 * if that address got another such link within the last 14 days: whoever typed the address may not own it, so its owner
 * must not get more.
 */
export async function makeCheckoutLink(db: Database, of: NewLink): Promise<string | null> {
  const link = mailedLink(`${of.publicUrl}${localePrefix(of.locale)}/continue`, { ...of, days: LIFE_DAYS });
  const emailHash = hashOf(of.email);
  return db.transaction().execute(async (tx) => {
    await run(tx, statement`select pg_advisory_xact_lock(${LOCKS.reminders}, hashtext(${of.email}))`);
    const [made] = await run(
      tx,
      statement<{ checkout_id: string }>`
        insert into checkout_links (secret_hash, checkout_id, email_hash, expires_at)
        select ${link.secretHash}, ${of.checkoutId}, ${emailHash}, ${link.expiresAt}
        where not exists (
          select from checkout_links
          where email_hash = ${emailHash} and expires_at > ${of.now} and secret_hash <> ${link.secretHash})
        on conflict (secret_hash) do update set expires_at = excluded.expires_at
        returning checkout_id`,
    );
    return made ? link.url : null;
  });
}

/** Ends the links of checkouts and, if `email` is given, all links sent to that e-mail address. */
export async function endCheckoutLinks(db: Handle, ids: readonly string[], email?: string): Promise<void> {
  await run(
    db,
    statement`
      delete from checkout_links where checkout_id = any(${ids}) or email_hash = ${email === undefined ? null : hashOf(email)}`,
  );
}

/**
 * Returns the checkout that a link continues, and a function that checks to which e-mail address it was sent; null if
 * the link is unknown or has expired.
 */
export async function continuedCheckout(
  db: Handle,
  secret: string,
  now: Date,
): Promise<{ readonly id: string; readonly isMailedTo: (email: string) => boolean } | null> {
  const hash = secretHash(secret);
  if (hash === null) return null;
  const row = await db
    .selectFrom("checkout_links")
    .select(["checkout_id", "email_hash"])
    .where("secret_hash", "=", hash)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row ? { id: row.checkout_id, isMailedTo: (email) => row.email_hash?.equals(hashOf(email)) ?? false } : null;
}
