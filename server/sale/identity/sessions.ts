import { sql } from "kysely";
import type { Handle } from "#server/platform/database/database.ts";
import { hasNotExpired, tokenHash } from "./tokens.ts";

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

/** Ends the login of a token: the token, and those that were issued again for the same checkout when an answer was lost. */
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
