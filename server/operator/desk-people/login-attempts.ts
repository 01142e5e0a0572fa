import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Handle } from "#server/platform/database/database.ts";
import { expiredBefore } from "#server/platform/database/old-rows.ts";
import type { LoginSecrets } from "#server/platform/openid-provider.ts";

/** Maximum duration of a login at the provider, in ms. */
export const LOGIN_ATTEMPT_MS = 10 * 60_000;

/** 256 random bits in base64url. */
const SECRET = /^[A-Za-z0-9_-]{43}$/;

const hashOf = (secret: string) => createHash("sha256").update(secret).digest();

/**
 * Returns the values that protect one login at the provider. They are derived only from the secret in the browser's
 * cookie, so neither the database nor any other browser has them.
 */
export function secretsOf(secret: string): LoginSecrets {
  const derived = (use: string) => createHmac("sha256", secret).update(use).digest("base64url");
  return { state: derived("state"), nonce: derived("nonce"), verifier: derived("verifier") };
}

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
  const secret = randomBytes(32).toString("base64url");
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
  if (secret === null || !SECRET.test(secret)) return null;
  const row = await db
    .deleteFrom("desk_login_tries")
    .where("secret_hash", "=", hashOf(secret))
    .where("expires_at", ">", now)
    .returning(["return_to as page", "instead_of as insteadOf"])
    .executeTakeFirst();
  return row ?? null;
}
