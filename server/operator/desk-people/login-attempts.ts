import { createHash } from "node:crypto";
import type { Handle } from "#server/platform/database/database.ts";
import { expiredBefore } from "#server/platform/database/old-rows.ts";
import { LOGIN_SECRET, newLoginSecret } from "#server/platform/openid-provider.ts";

/** Maximum duration of a login at the provider, in ms. */
export const LOGIN_ATTEMPT_MS = 10 * 60_000;

const hashOf = (secret: string) => createHash("sha256").update(secret).digest();

type LoginAttempt = {
  /** The page of the desk to which the login returns. */
  readonly page: string;
  /**
   * The browser's current login, which the new one replaces. It is stored here because its cookie is not sent when the
   * browser returns from another site.
   */
  readonly insteadOf: Buffer | null;
};

/** Starts a login at the provider, and removes expired attempts. Returns the secret for the browser's cookie. */
export async function startLoginAttempt(db: Handle, { page, insteadOf }: LoginAttempt, now: Date): Promise<string> {
  const secret = newLoginSecret();
  const expiresAt = new Date(now.getTime() + LOGIN_ATTEMPT_MS);
  await db.deleteFrom("desk_login_tries").where("expires_at", "<=", now).execute();
  await db
    .insertInto("desk_login_tries")
    .values({ secret_hash: hashOf(secret), return_to: page, instead_of: insteadOf, expires_at: expiresAt })
    .execute();
  return secret;
}

export const oldLoginAttempts = expiredBefore("desk_login_tries");

/**
 * Ends a login attempt, which can only be used once. Returns null if it does not exist, was used before or has expired.
 */
export async function endLoginAttempt(db: Handle, secret: string | null, now: Date): Promise<LoginAttempt | null> {
  if (secret === null || !LOGIN_SECRET.test(secret)) return null;
  const row = await db
    .deleteFrom("desk_login_tries")
    .where("secret_hash", "=", hashOf(secret))
    .where("expires_at", ">", now)
    .returning(["return_to as page", "instead_of as insteadOf"])
    .executeTakeFirst();
  return row ?? null;
}
