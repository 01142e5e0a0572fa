import { LOGIN_IDLE_MS, LOGIN_TOTAL_MS } from "#core/person/login-life.ts";
import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Handle } from "#server/platform/database/database.ts";
import { run, statement, type Statement } from "#server/platform/database/statement.ts";

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

/** A login that has not ended, as its owner and the operator see it. */
export type Session = {
  readonly id: string;
  readonly device: string | null;
  readonly since: Date;
  readonly lastUsed: Date;
  readonly current: boolean;
};

/** The logins of an account, newest first. `token` is the caller's. */
export async function sessionsOf(
  db: Handle,
  accountId: string,
  now: Date,
  token: string | null,
): Promise<readonly Session[]> {
  return db
    .selectFrom("tokens")
    .select(["id", "device", "created_at as since", "used_at as lastUsed"])
    .select(sql<boolean>`coalesce(hash = ${tokenHash(token)}, false)`.as("current"))
    .where("account_id", "=", accountId)
    .where(hasNotExpired(now))
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Ends one login of an account. Returns how many ended: none, or one. */
export async function endSession(db: Handle, accountId: string, id: string): Promise<number> {
  if (!UUID.test(id)) return 0;
  const ended = db.deleteFrom("tokens").where("account_id", "=", accountId).where("id", "=", id);
  return Number((await ended.executeTakeFirst()).numDeletedRows);
}

/** Ends the logins of an account except that of a token; all without one. Returns how many ended. */
export async function endSessions(db: Handle, accountId: string, except: string | null): Promise<number> {
  const ended = db
    .deleteFrom("tokens")
    .where("account_id", "=", accountId)
    .where(sql<boolean>`hash is distinct from ${tokenHash(except)}`);
  return Number((await ended.executeTakeFirst()).numDeletedRows);
}

/**
 * Ends the login of a token: the token, and those that were issued again for the same checkout when an answer was
 * lost.
 */
export async function endLogin(db: Handle, token: string): Promise<void> {
  await sql`
    delete from tokens using tokens own
    where own.hash = ${tokenHash(token)} and tokens.account_id = own.account_id
      and (tokens.hash = own.hash or tokens.checkout_id = own.checkout_id)`.execute(db);
}

/** When the login of a token began; long ago if it has ended. */
export async function beginOfLogin(db: Handle, token: string): Promise<Date> {
  const login = db.selectFrom("tokens").select("created_at").where("hash", "=", tokenHash(token));
  return (await login.executeTakeFirst())?.created_at ?? new Date(0);
}
