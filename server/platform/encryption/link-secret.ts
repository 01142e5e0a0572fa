import { createHash, createHmac, randomBytes, type KeyObject } from "node:crypto";

/** Secrets are 192 random or keyed bits in base64url. A text of any other form is rejected without a query. */
const SECRET = /^[A-Za-z0-9_-]{32}$/;
const DAY_MS = 24 * 3600_000;

/** A link for an e-mail, and what the database stores for it. Only the hash of the link's secret is stored. */
export type MailedLink = { readonly url: string; readonly secretHash: Buffer; readonly expiresAt: Date };

/**
 * Creates a link to `page` with a secret that is valid for `days`. The secret comes after the `#`, so that it is not
 * logged.
 */
export function mailedLink(
  page: string,
  { secret, days, now }: { readonly secret: string; readonly days: number; readonly now: Date },
): MailedLink {
  return {
    url: `${page}#${secret}`,
    secretHash: hash(secret),
    expiresAt: new Date(now.getTime() + days * DAY_MS),
  };
}

/**
 * Returns the secret of the link in an e-mail, derived from the e-mail's key (HMAC-SHA256). Every attempt to send the
 * e-mail contains the same link, so a repetition does not invalidate the link of an e-mail that arrived although the
 * mail server's answer was lost. `bytes`: its length before base64url.
 */
export function secretOfMail(key: KeyObject, mailKey: string, bytes = 24): string {
  return createHmac("sha256", key).update(mailKey).digest().subarray(0, bytes).toString("base64url");
}

/** Creates a secret. Only its hash is stored, so it can be given out only once. */
export function newSecret(): { readonly secret: string; readonly hash: Buffer } {
  const secret = randomBytes(24).toString("base64url");
  return { secret, hash: hash(secret) };
}

/** Returns the stored hash of a secret; null if the text cannot be a secret. */
export function secretHash(secret: string): Buffer | null {
  return SECRET.test(secret) ? hash(secret) : null;
}

const hash = (secret: string): Buffer => createHash("sha256").update(secret).digest();
