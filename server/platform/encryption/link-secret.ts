import { createHash, randomBytes } from "node:crypto";

/** Secrets are 192 random bits in base64url. Text of any other form is not queried. */
const SECRET = /^[A-Za-z0-9_-]{32}$/;
const DAY_MS = 24 * 3600_000;

/** A link for a mail, and what its table stores: only the hash of its secret. */
export type MailedLink = { readonly url: string; readonly secretHash: Buffer; readonly expiresAt: Date };

/**
 * A new link to `page` with a secret that is valid for `days`. The secret comes after the `#`, so that it is not
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

/** A secret that is given out once, and the hash that is stored of it. */
export function newSecret(): { readonly secret: string; readonly hash: Buffer } {
  const secret = randomBytes(24).toString("base64url");
  return { secret, hash: hash(secret) };
}

/** The stored hash of a secret; null for a text that cannot be one. */
export function secretHash(secret: string): Buffer | null {
  return SECRET.test(secret) ? hash(secret) : null;
}

const hash = (secret: string): Buffer => createHash("sha256").update(secret).digest();
