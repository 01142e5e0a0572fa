import { createHash, randomBytes } from "node:crypto";

/** Secrets are 192 random bits in base64url. A text of any other form is rejected without a query. */
const SECRET = /^[A-Za-z0-9_-]{32}$/;
const DAY_MS = 24 * 3600_000;

/** A link for an e-mail, and what the database stores for it. Only the hash of the link's secret is stored. */
export type MailedLink = { readonly url: string; readonly secretHash: Buffer; readonly expiresAt: Date };

/**
 * Creates a link to `page` with a secret that is valid for `days`. The secret comes after the `#`, so that it is not
 * logged.
 */
export function newMailedLink(page: string, { days, now }: { readonly days: number; readonly now: Date }): MailedLink {
  const { secret, hash: secretHash } = newSecret();
  return {
    url: `${page}#${secret}`,
    secretHash,
    expiresAt: new Date(now.getTime() + days * DAY_MS),
  };
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
