import type { Handle } from "#server/platform/database/database.ts";
import { CHALLENGE_LIFE_MS, challengeIn } from "#server/platform/webauthn.ts";

/** Stores a challenge that was sent; `accountId` is who adds a passkey, null for a login. Expired ones are removed. */
export async function keepChallenge(db: Handle, challenge: string, accountId: string | null, now: Date): Promise<void> {
  await db.deleteFrom("passkey_challenges").where("expires_at", "<=", now).execute();
  const expires_at = new Date(now.getTime() + CHALLENGE_LIFE_MS);
  await db.insertInto("passkey_challenges").values({ challenge, account_id: accountId, expires_at }).execute();
}

/**
 * Takes the challenge that the browser's answer names; null if it was not sent for this, was answered already or has
 * expired.
 */
export async function takeChallenge(
  db: Handle,
  clientDataJSON: string,
  accountId: string | null,
  now: Date,
): Promise<string | null> {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === null) return null;
  const taken = await db
    .deleteFrom("passkey_challenges")
    .where("challenge", "=", challenge)
    .where("account_id", accountId === null ? "is" : "=", accountId)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return taken.numDeletedRows === 1n ? challenge : null;
}
