import { LOGIN_LIFE_MS } from "#core/login-life.ts";
import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Handle } from "#server/platform/database/database.ts";
import { ACCOUNT_COLUMNS, accountOf, type Account } from "./account.ts";

/** A token as sent, checked for its form; null for what cannot be one. */
function tokenHash(token: string | null): Buffer | null {
  return token !== null && /^[A-Za-z0-9_-]{43}$/.test(token) ? hashOf(token) : null;
}

/** Use is noted once a minute: enough for two hours, and no write on every request. */
const NOTE_USE_AFTER_MS = 60_000;

/** Tokens are 256 random bits, kept as their hash only. */
const hashOf = (token: string) => createHash("sha256").update(token).digest();

/** Issues a token for a customer; the checkout's earlier tokens end. */
export async function issueToken(db: Handle, accountId: string, checkoutId: string | null, now: Date): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  if (checkoutId) await db.deleteFrom("tokens").where("checkout_id", "=", checkoutId).execute();
  await db
    .insertInto("tokens")
    .values({ hash: hashOf(token), account_id: accountId, checkout_id: checkoutId, created_at: now, used_at: now })
    .execute();
  return token;
}

/** Whose token this is, or null where it is unknown or has ended. */
export async function accountOfToken(db: Handle, token: string, now: Date): Promise<Account | null> {
  const row = await db
    .selectFrom("tokens")
    .innerJoin("accounts", "accounts.id", "tokens.account_id")
    .select([...ACCOUNT_COLUMNS, "tokens.used_at"])
    .where(aliveToken(token, now))
    .executeTakeFirst();
  if (!row) return null;
  await noteUse(db, token, row.used_at, now);
  return accountOf(row);
}

/** The condition on `tokens` under which a token holds now. */
export function aliveToken(token: string | null, now: Date) {
  const idleSince = new Date(now.getTime() - LOGIN_LIFE_MS.idle);
  const issuedSince = new Date(now.getTime() - LOGIN_LIFE_MS.whole);
  return sql<boolean>`(tokens.hash = ${tokenHash(token)} and tokens.used_at > ${idleSince} and tokens.created_at > ${issuedSince})`;
}

/** Notes that a token was used, if that was not noted lately. */
export async function noteUse(db: Handle, token: string, usedAt: Date, now: Date): Promise<void> {
  const hash = tokenHash(token);
  if (hash === null || now.getTime() - usedAt.getTime() < NOTE_USE_AFTER_MS) return;
  await db.updateTable("tokens").set({ used_at: now }).where("hash", "=", hash).execute();
}

/** Ends every token of a customer, as a new password does. */
export async function endTokensOf(db: Handle, accountId: string): Promise<void> {
  await db.deleteFrom("tokens").where("account_id", "=", accountId).execute();
}
