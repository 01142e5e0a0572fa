import type { Config } from "#server/config/config.ts";
import type { Handle } from "#server/platform/database/database.ts";

/** A challenge is valid for five minutes, in ms, and once. */
const CHALLENGE_LIFE_MS = 5 * 60_000;

/** EdDSA, ES256 and RS256, as COSE algorithms: what authenticators have. */
export const ALGORITHMS = [-8, -7, -257];

/** Whose passkeys these are, for browsers: the host of the shop, and the only origin that may ask for them (WebAuthn, RP ID). */
export function relyingParty({ publicUrl }: Pick<Config, "publicUrl">): {
  readonly id: string;
  readonly origin: string;
} {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

/** Stores a challenge that was sent; `accountId` is who adds a passkey, null for a login. Expired ones are removed. */
export async function keepChallenge(db: Handle, challenge: string, accountId: string | null, now: Date): Promise<void> {
  await db.deleteFrom("passkey_challenges").where("expires_at", "<=", now).execute();
  const expires_at = new Date(now.getTime() + CHALLENGE_LIFE_MS);
  await db.insertInto("passkey_challenges").values({ challenge, account_id: accountId, expires_at }).execute();
}

/** Takes the challenge that the browser's answer names; null if it was not sent for this, was answered already or has expired. */
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

/** The challenge in the browser's part of an answer; null if there is none that could have been sent. */
function challengeIn(clientDataJSON: string): string | null {
  try {
    const data = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8")) as {
      challenge?: unknown;
    } | null;
    const challenge = data?.challenge;
    return typeof challenge === "string" && /^[A-Za-z0-9_-]{20,100}$/.test(challenge) ? challenge : null;
  } catch {
    return null;
  }
}
