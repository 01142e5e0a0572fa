import { sql } from "kysely";
import type { Handle } from "#server/platform/database/database.ts";
import { countRows, oldRows } from "#server/platform/database/old-rows.ts";
import { hasCheckout } from "#server/reports/checkouts.ts";
import { hasClaim } from "#server/reports/documents.ts";
import { hasOrder } from "#server/reports/orders.ts";

export const oldCodes = (before: Date) => oldRows("sms_codes", sql`expires_at < ${before} or used_at < ${before}`);
export const oldTextCounts = (before: Date) => oldRows("sms_events", sql`at < ${before}`);
export const oldResets = (before: Date) => oldRows("password_resets", sql`expires_at < ${before}`);
export const oldChallenges = (before: Date) => oldRows("passkey_challenges", sql`expires_at < ${before}`);
/** A token is valid for twelve hours at most, so one that began before yesterday has expired. */
export const oldTokens = (before: Date) => oldRows("tokens", sql`created_at < ${before}`);

/** Accounts of people who never ordered and whom no checkout names any more. Customers of the base get a new one at their next login. */
const unused = (before: Date) => sql`accounts a where a.created_at < ${before}
  and not ${hasOrder("account_id", sql`a.id`)} and not ${hasCheckout(sql`a.id`)}
  and not exists (select 1 from tokens t where t.account_id = a.id) and not ${hasClaim(sql`a.id`)}`;

export const countUnusedAccounts = (db: Handle, before: Date) => countRows(db, unused(before));

/** Removes a batch of unused accounts, in the caller's transaction. Returns how many. */
export async function removeUnusedAccounts(tx: Handle, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select a.id from ${unused(before)} limit ${limit} for update skip locked`.execute(tx);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await tx.deleteFrom("password_resets").where("account_id", "in", ids).execute();
  await tx.deleteFrom("accounts").where("id", "in", ids).execute();
  return ids.length;
}

/** Removes the codes that were sent to a number. */
export async function removeCodesOf(tx: Handle, msisdn: string): Promise<void> {
  await tx.deleteFrom("sms_codes").where("msisdn", "=", msisdn).execute();
}

/** Removes the password and the profile of an account that stays for its orders. */
export async function emptyAccount(tx: Handle, accountId: string): Promise<void> {
  await tx.updateTable("accounts").set({ password_hash: null, profile: "{}" }).where("id", "=", accountId).execute();
}

/** Removes an account. Its logins, links and passkeys have to be removed before. */
export async function removeAccount(tx: Handle, accountId: string): Promise<void> {
  await tx.deleteFrom("accounts").where("id", "=", accountId).execute();
}

/** When the logins of an account began and were last used, whether or not they have expired. */
export function loginsOf(db: Handle, accountId: string) {
  return db
    .selectFrom("tokens")
    .select(["device", "created_at as began", "used_at as lastUsed"])
    .where("account_id", "=", accountId)
    .execute();
}
