import { sql } from "kysely";
import type { Handle } from "#server/platform/database/database.ts";
import { expiredBefore, expired, oldRows } from "#server/platform/database/old-rows.ts";
import { hasCheckout } from "#server/read-models/checkouts.ts";
import { hasClaim } from "#server/read-models/documents.ts";
import { hasOrder } from "#server/read-models/orders.ts";

export const oldCodes = (before: Date) => expired("sms_codes", sql`expires_at < ${before} or used_at < ${before}`);
export const oldTextCounts = expiredBefore("sms_events", "at");
export const oldResets = expiredBefore("password_resets");
export const oldChallenges = expiredBefore("passkey_challenges");
/** Tokens issued before yesterday have expired, because tokens are valid for twelve hours at most. */
export const oldTokens = expiredBefore("tokens", "created_at");

/**
 * Selects old accounts without an order or a checkout, for deletion. If one belongs to a customer of the operator's
 * customer base, their next login creates a new account.
 */
export const unusedAccounts = (before: Date) =>
  oldRows(
    sql<{ id: string }>`a.id`,
    sql`from accounts a where a.created_at < ${before}
      and not ${hasOrder("account_id", sql`a.id`)} and not ${hasCheckout(sql`a.id`)}
      and not exists (select 1 from tokens t where t.account_id = a.id) and not ${hasClaim(sql`a.id`)}`,
  );

/** Removes accounts. Their logins and passkeys must be removed first. */
export async function removeAccounts(tx: Handle, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom("password_resets").where("account_id", "in", ids).execute();
  await tx.deleteFrom("accounts").where("id", "in", ids).execute();
}

/** Removes the codes that were sent to a number. */
export async function removeCodesOf(tx: Handle, msisdn: string): Promise<void> {
  await tx.deleteFrom("sms_codes").where("msisdn", "=", msisdn).execute();
}

/** Removes the password and the profile of an account that is kept for its orders. */
export async function emptyAccount(tx: Handle, accountId: string): Promise<void> {
  await tx.updateTable("accounts").set({ password_hash: null, profile: "{}" }).where("id", "=", accountId).execute();
}

/** Returns the start and last use of each login of an account, including expired ones. */
export function loginsOf(db: Handle, accountId: string) {
  return db
    .selectFrom("tokens")
    .select(["device", "created_at as began", "used_at as lastUsed"])
    .where("account_id", "=", accountId)
    .execute();
}
