import { randomUUID } from "node:crypto";
import { localePrefix, type Locale } from "#core/text/locale.ts";
import type { Handle, Database } from "#server/platform/database/database.ts";
import { run, statement, type Statement } from "#server/platform/database/statement.ts";
import { mailedLink } from "#server/platform/encryption/link-secret.ts";
import type { Clock } from "#server/platform/clock.ts";
import { type Handler } from "#server/api/call.ts";
import { fail, ok } from "#server/api/result.ts";
import { checkoutOfLink } from "./queries.ts";

/** How many days an emailed link to an order is valid. */
const LIFE_DAYS = 90;

/**
 * Creates a link that opens an order on any device, for an e-mail to its customer. Earlier links stay valid. `secret`:
 * that of the e-mail (`secretOfMail`), which a repetition uses again.
 */
export async function makeOrderLink(
  db: Handle,
  orderId: string,
  {
    publicUrl,
    locale,
    now,
    secret,
  }: { readonly publicUrl: string; readonly locale: Locale; readonly now: Date; readonly secret: string },
): Promise<string> {
  const link = mailedLink(`${publicUrl}${localePrefix(locale)}/order`, { secret, days: LIFE_DAYS, now });
  await run(
    db,
    statement`
      insert into order_links (secret_hash, order_id, expires_at)
      values (${link.secretHash}, ${orderId}, ${link.expiresAt})
      on conflict (secret_hash) do update set expires_at = excluded.expires_at`,
  );
  return link.url;
}

/** How many days the operator's systems can use a document reference. */
const DOCUMENT_DAYS = 30;
const DAY_MS = 24 * 3600_000;

/**
 * Returns a new reference to the documents of an order, and the statement that stores it. It can only be used with the
 * operator's secret.
 */
export function newDocumentLink(
  orderId: string,
  now: Date,
): { readonly id: string; readonly insert: Statement<unknown> } {
  const id = randomUUID();
  const expiresAt = new Date(now.getTime() + DOCUMENT_DAYS * DAY_MS);
  const insert = statement`insert into document_links (id, order_id, expires_at) values (${id}, ${orderId}, ${expiresAt})`;
  return { id, insert };
}

/** POST /order-link: returns the checkout of the order that an emailed link opens. */
export function openOrderLink({ db, now }: { readonly db: Database; readonly now: Clock }): Handler<"orderLink"> {
  return async ({ body }) => {
    const checkoutId = await checkoutOfLink(db, body.secret, now());
    return checkoutId ? ok({ checkoutId }) : fail("orderLinkDead");
  };
}
