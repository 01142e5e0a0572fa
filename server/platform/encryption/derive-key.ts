import { createHmac, createSecretKey, hkdfSync, type KeyObject } from "node:crypto";

/** A key for one purpose, derived from another key (HKDF-SHA256, RFC 5869), so that no two purposes share a key. */
export function deriveKey(key: Buffer, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync("sha256", key, Buffer.alloc(0), `kasse:${purpose}`, 32)));
}

/** A short keyed hash: equal texts are equal, and without the key the text cannot be guessed. 128 bits in base64url. */
export function pseudonym(key: KeyObject, text: string): string {
  return createHmac("sha256", key).update(text).digest().subarray(0, 16).toString("base64url");
}
