import { LOGIN_IDLE_MS, LOGIN_TOTAL_MS } from "#core/login-life.ts";
import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Handle } from "#server/platform/database/database.ts";
import { run, statement, type Statement } from "#server/platform/database/statement.ts";
import { ACCOUNT_COLUMNS, accountOf, type Account } from "./account.ts";

/** The hash of a token as sent; null if the text cannot be a token. */
export function tokenHash(token: string | null): Buffer | null {
  return token !== null && /^[A-Za-z0-9_-]{43}$/.test(token) ? hashOf(token) : null;
}

/** The last use is updated at most once a minute, to avoid a write with every request. */
const RECORD_USE_AFTER_MS = 60_000;

/** Tokens are 256 random bits. Only their hash is stored. */
const hashOf = (token: string) => createHash("sha256").update(token).digest();

/** A login: whose it is, the checkout in which it began, and the device as its owner knows it. */
export type Login = { readonly accountId: string; readonly checkoutId: string | null; readonly device: string | null };

/** Issues a token for a customer. */
export async function issueToken(db: Handle, login: Login, now: Date): Promise<string> {
  const { token, kept } = newToken(login, now);
  await run(db, kept);
  return token;
}

/** A new token, and the statement that makes it valid. */
export function newToken(
  { accountId, checkoutId, device }: Login,
  now: Date,
): { readonly token: string; readonly kept: Statement<unknown> } {
  const token = randomBytes(32).toString("base64url");
  const kept = statement`
    insert into tokens (hash, account_id, checkout_id, device, created_at, used_at)
    values (${hashOf(token)}, ${accountId}, ${checkoutId}, ${device}, ${now}, ${now})`;
  return { token, kept };
}

/** Ends the earlier logins of a checkout, as a new login does (decisions 6). */
export async function endTokensOfCheckout(db: Handle, checkoutId: string): Promise<void> {
  await db.deleteFrom("tokens").where("checkout_id", "=", checkoutId).execute();
}

/** The account of a token; null if the token is unknown or has expired. */
export async function accountOfToken(db: Handle, token: string, now: Date): Promise<Account | null> {
  const row = await db
    .selectFrom("tokens")
    .innerJoin("accounts", "accounts.id", "tokens.account_id")
    .select([...ACCOUNT_COLUMNS, "tokens.used_at"])
    .where(validToken(token, now))
    .executeTakeFirst();
  if (!row) return null;
  await recordUse(db, token, row.used_at, now);
  return accountOf(row);
}

/** The SQL condition on `tokens` for a token that is valid now. */
function validToken(token: string, now: Date) {
  return sql<boolean>`(tokens.hash = ${tokenHash(token)} and ${hasNotExpired(now)})`;
}

/** A token is valid if it was used after `idleSince` and issued after `issuedSince`. */
export const tokenLife = (now: Date) => ({
  idleSince: new Date(now.getTime() - LOGIN_IDLE_MS),
  issuedSince: new Date(now.getTime() - LOGIN_TOTAL_MS),
});

/** The SQL condition on `tokens` for those that have not expired. */
export function hasNotExpired(now: Date) {
  const { idleSince, issuedSince } = tokenLife(now);
  return sql<boolean>`(tokens.used_at > ${idleSince} and tokens.created_at > ${issuedSince})`;
}

/** Updates the time of a token's last use, unless that was updated recently. */
export async function recordUse(db: Handle, token: string, usedAt: Date, now: Date): Promise<void> {
  const hash = tokenHash(token);
  if (hash === null || now.getTime() - usedAt.getTime() < RECORD_USE_AFTER_MS) return;
  await db.updateTable("tokens").set({ used_at: now }).where("hash", "=", hash).execute();
}

/** Invalidates all tokens of a customer, as after a new password. */
export async function endTokensOf(db: Handle, accountId: string): Promise<void> {
  await db.deleteFrom("tokens").where("account_id", "=", accountId).execute();
}
