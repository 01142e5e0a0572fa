import { createHash, randomBytes } from "node:crypto";
import { sql, type RawBuilder } from "kysely";
import type { Handle } from "#server/platform/database/database.ts";
import { isUuid } from "#server/platform/ids.ts";

/** Minimum interval between updates of the last use, in ms, so that not every request causes a write. */
const RECORD_USE_AFTER_MS = 60_000;

/** Tokens are 256 random bits in base64url. Only their hash is stored. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
export const hashOfToken = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Returns the hash of a token as sent; null if the text cannot be a token. */
export const tokenHash = (token: string | null): Buffer | null =>
  token !== null && TOKEN.test(token) ? hashOfToken(token) : null;

/** Returns a new token, and its hash to store. */
export function newToken(): { readonly token: string; readonly hash: Buffer } {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: hashOfToken(token) };
}

/** How long a login is valid, in ms: without being used, and in total. */
type Life = { readonly idleMs: number; readonly totalMs: number };

/** Returns when a valid login must have been last used (after `idleSince`) and started (after `issuedSince`). */
export const lifeAt = ({ idleMs, totalMs }: Life, now: Date) => ({
  idleSince: new Date(now.getTime() - idleMs),
  issuedSince: new Date(now.getTime() - totalMs),
});
type LifeAt = ReturnType<typeof lifeAt>;

/** An active login, as its owner and the operator see it. `device`: such as `Firefox, Windows`. */
export type Login = {
  readonly id: string;
  readonly device: string | null;
  readonly since: Date;
  readonly lastUsed: Date;
};

/**
 * Returns functions for the logins of one kind of people. `table` belongs to the calling folder; `owner` is its column
 * with the owner's id.
 */
export function loginsIn({ table, owner }: Readonly<Record<"table" | "owner", string>>) {
  const [logins, ownerId] = [sql.table(table), sql.ref(owner)];
  const deleted = async (db: Handle, which: RawBuilder<unknown>): Promise<number> =>
    Number((await sql`delete from ${logins} where ${which}`.execute(db)).numAffectedRows ?? 0n);

  return {
    /** Returns the SQL condition that a login has not expired. */
    areValid: ({ idleSince, issuedSince }: LifeAt) =>
      sql<boolean>`(${sql.ref(`${table}.used_at`)} > ${idleSince} and ${sql.ref(`${table}.created_at`)} > ${issuedSince})`,

    /** Returns the logins of an owner, newest first. `current`: whether a login has the token with this hash. */
    async list(
      db: Handle,
      of: string,
      { idleSince, issuedSince }: LifeAt,
      current: Buffer | null = null,
    ): Promise<readonly (Login & { readonly current: boolean })[]> {
      const { rows } = await sql<Login & { readonly current: boolean }>`
        select id, device, created_at as since, used_at as "lastUsed", coalesce(hash = ${current}, false) as current
        from ${logins} where ${ownerId} = ${of} and used_at > ${idleSince} and created_at > ${issuedSince}
        order by created_at desc, id`.execute(db);
      return rows;
    },

    /** Updates the time of the last use, unless it was updated recently. */
    async noteUse(db: Handle, hash: Buffer, usedAt: Date, now: Date): Promise<void> {
      if (now.getTime() - usedAt.getTime() < RECORD_USE_AFTER_MS) return;
      await sql`update ${logins} set used_at = ${now} where hash = ${hash}`.execute(db);
    },

    /** Ends one login of an owner. Returns the number of ended logins, 0 or 1. */
    end: async (db: Handle, of: string, id: string): Promise<number> =>
      isUuid(id) ? deleted(db, sql`${ownerId} = ${of} and id = ${id}`) : 0,

    /** Ends all logins of an owner, or those that meet a condition. Returns the number of ended logins. */
    endAll: (db: Handle, of: string, which = sql<boolean>`true`): Promise<number> =>
      deleted(db, sql`${ownerId} = ${of} and ${which}`),
  };
}
