import { LOGIN_IDLE_MS, LOGIN_TOTAL_MS } from "#core/person/login-life.ts";
import { sql } from "kysely";
import type { Handle } from "#server/platform/database/database.ts";
import { lifeAt, loginsIn, newToken, tokenHash } from "#server/authentication/logins.ts";
import { run, statement, type Statement } from "#server/platform/database/statement.ts";

/** The logins of shoppers. */
export const accountLogins = loginsIn({ table: "tokens", owner: "account_id" });

/** Returns when a token must have been issued and last used to be valid. */
export const tokenLife = (now: Date) => lifeAt({ idleMs: LOGIN_IDLE_MS, totalMs: LOGIN_TOTAL_MS }, now);

/** Returns the SQL condition that a row of `tokens` has not expired. */
export const hasNotExpired = (now: Date) => accountLogins.areValid(tokenLife(now));

/** A login: its account, the checkout in which it started, and the device name that the owner sees. */
export type Login = { readonly accountId: string; readonly checkoutId: string | null; readonly device: string | null };

/** Issues a token for a customer. */
export async function issueToken(db: Handle, login: Login, now: Date): Promise<string> {
  const { token, insert } = tokenToInsert(login, now);
  await run(db, insert);
  return token;
}

/** Returns a new token and the statement that stores it. */
export function tokenToInsert(
  { accountId, checkoutId, device }: Login,
  now: Date,
): { readonly token: string; readonly insert: Statement<unknown> } {
  const { token, hash } = newToken();
  const insert = statement`
    insert into tokens (hash, account_id, checkout_id, device, created_at, used_at)
    values (${hash}, ${accountId}, ${checkoutId}, ${device}, ${now}, ${now})`;
  return { token, insert };
}

/** Ends the earlier logins of a checkout, because a new login replaces them (decisions 6). */
export async function endTokensOfCheckout(db: Handle, checkoutId: string): Promise<void> {
  await db.deleteFrom("tokens").where("checkout_id", "=", checkoutId).execute();
}

/** Updates the time of a token's last use. */
export async function recordUse(db: Handle, token: string, usedAt: Date, now: Date): Promise<void> {
  const hash = tokenHash(token);
  if (hash) await accountLogins.noteUse(db, hash, usedAt, now);
}

/** Ends the logins of an account, except that of the given token. Returns the number of ended logins. */
export const endTokensOf = (db: Handle, accountId: string, except: string | null = null): Promise<number> =>
  accountLogins.endAll(db, accountId, sql`hash is distinct from ${tokenHash(except)}`);

/** Ends the login of a token, including tokens that were issued again for the same checkout after a lost response. */
export async function endLogin(db: Handle, token: string): Promise<void> {
  await sql`
    delete from tokens using tokens own
    where own.hash = ${tokenHash(token)} and tokens.account_id = own.account_id
      and (tokens.hash = own.hash or tokens.checkout_id = own.checkout_id)`.execute(db);
}

/** Returns when the login of a token started; 1970 if the login has ended. */
export async function loginStart(db: Handle, token: string): Promise<Date> {
  const login = db.selectFrom("tokens").select("created_at").where("hash", "=", tokenHash(token));
  return (await login.executeTakeFirst())?.created_at ?? new Date(0);
}
