import type { KeyObject } from "node:crypto";
import { localePrefix, type Locale } from "#core/text/locale.ts";
import { deriveKey, pseudonym } from "#server/platform/encryption/keys.ts";
import { isSameSecret } from "#server/platform/http/secrets.ts";

/** Returns the key that signs the links, derived from the key of the shop's own numbers. */
export const agentKey = (secret: Buffer): KeyObject => deriveKey(secret, "agents");

/** How long a link to take over a session is valid, in ms. */
const LIFE_MS = 30 * 60_000;

/**
 * Returns the link with which a person takes over a session in their browser. It is signed instead of stored, so that
 * every answer can contain a fresh one. The secret comes after the `#`, so that it is not logged.
 */
export function takeOverLink(
  key: KeyObject,
  of: { readonly id: string; readonly now: Date; readonly publicUrl: string; readonly locale: Locale },
): string {
  const text = `${of.id}.${of.now.getTime()}`;
  return `${of.publicUrl}${localePrefix(of.locale)}/prepared#${text}.${pseudonym(key, text)}`;
}

/** Returns the id of a link's session; null if it was not signed with this key or has expired. */
export function sessionOfLink(key: KeyObject, secret: string, now: Date): string | null {
  const [, text, id, at, signature] = /^(([0-9a-f-]{36})\.(\d{13}))\.([\w-]{22})$/.exec(secret) ?? [];
  if (!text || !id || !at || !signature || !isSameSecret(pseudonym(key, text), signature)) return null;
  return now.getTime() - Number(at) < LIFE_MS ? id : null;
}
