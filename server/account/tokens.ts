import { createHash, randomBytes } from "node:crypto";
import type { Handle } from "#server/database/database.ts";
import type { Profile } from "./profile.ts";

export type Account = {
  readonly id: string;
  readonly email: string;
  readonly customerBaseId: string | null;
  readonly profile: Profile;
};

/** A token lives 12 hours in all, and 2 hours without use (decisions 6). */
const WHOLE_LIFE_MS = 12 * 3600_000;
const IDLE_LIFE_MS = 2 * 3600_000;
/** Use is noted once a minute: enough for two hours, and no write on every request. */
const NOTE_USE_AFTER_MS = 60_000;

/** Tokens are 256 random bits, kept as their hash only. */
const hashOf = (token: string) => createHash("sha256").update(token).digest();

/** Issues a token for a customer; the checkout's earlier tokens end. */
export async function issueToken(db: Handle, accountId: string, checkoutId: string | null): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  if (checkoutId) await db.deleteFrom("tokens").where("checkout_id", "=", checkoutId).execute();
  await db
    .insertInto("tokens")
    .values({ hash: hashOf(token), account_id: accountId, checkout_id: checkoutId })
    .execute();
  return token;
}

/** Whose token this is, or null where it is unknown or has ended. */
export async function accountOfToken(db: Handle, token: string, now: Date): Promise<Account | null> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return null;
  const hash = hashOf(token);
  const row = await db
    .selectFrom("tokens")
    .innerJoin("accounts", "accounts.id", "tokens.account_id")
    .select([
      "accounts.id",
      "accounts.email",
      "accounts.customer_base_id",
      "accounts.profile",
      "tokens.created_at",
      "tokens.used_at",
    ])
    .where("tokens.hash", "=", hash)
    .executeTakeFirst();
  if (!row) return null;
  const idle = now.getTime() - row.used_at.getTime();
  if (idle > IDLE_LIFE_MS || now.getTime() - row.created_at.getTime() > WHOLE_LIFE_MS) return null;
  if (idle > NOTE_USE_AFTER_MS) await db.updateTable("tokens").set({ used_at: now }).where("hash", "=", hash).execute();
  return { id: row.id, email: row.email, customerBaseId: row.customer_base_id, profile: row.profile };
}

/** Ends every token of a customer, as a new password does. */
export async function endTokensOf(db: Handle, accountId: string): Promise<void> {
  await db.deleteFrom("tokens").where("account_id", "=", accountId).execute();
}
