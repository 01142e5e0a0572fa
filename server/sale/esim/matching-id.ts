import { randomBytes } from "node:crypto";
import type { Config } from "#server/config/config.ts";
import { decryptDocument, encryptDocument, type DocumentKey } from "#server/platform/encryption/encryption.ts";
import { DocumentKeyError, documentKeys, keysNamed } from "#server/platform/encryption/keys.ts";

/** An encrypted matching id as stored in the database, and the id of its key, which is one of the keys for documents. */
export type SealedMatchingId = { readonly sealed_matching_id: Buffer; readonly key_id: string };

/** The settings that the keys come from. */
export type EsimKeySettings = Pick<Config, "documentKeys" | "dataDir">;

/** A new matching id: 160 random bits as hexadecimal digits. */
export function newMatchingId(): string {
  return randomBytes(20).toString("hex").toUpperCase();
}

/** The order's id is authenticated too, so that rows cannot be swapped. */
const boundTo = (orderId: string) => `esim:${orderId}`;

export function sealMatchingId(matchingId: string, orderId: string, key: DocumentKey): SealedMatchingId {
  return { sealed_matching_id: encryptDocument(Buffer.from(matchingId), boundTo(orderId), key), key_id: key.id };
}

/** Decrypts a matching id. Throws a DocumentKeyError if the key is missing or wrong. */
export function openMatchingId(sealed: SealedMatchingId, orderId: string, keys: readonly DocumentKey[]): string {
  for (const key of keysNamed(keys, sealed.key_id)) {
    try {
      return decryptDocument(sealed.sealed_matching_id, boundTo(orderId), key).toString();
    } catch {
      // The settings and the data folder may have different keys with the same id.
    }
  }
  throw new DocumentKeyError(
    `an eSIM cannot be decrypted: the key "${sealed.key_id}" is not the one it was encrypted with.`,
  );
}

export function esimKeys({ documentKeys: fromSettings, dataDir }: EsimKeySettings): Promise<readonly DocumentKey[]> {
  return documentKeys(fromSettings, dataDir);
}
