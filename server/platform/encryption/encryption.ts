import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, type KeyObject } from "node:crypto";

export type DocumentKey = { readonly id: string; readonly key: Buffer };

const NONCE_BYTES = 12;
/** Without a fixed tag length, Node would accept a truncated tag, which is easier to forge. */
const TAG = { authTagLength: 16 } as const;

/**
 * Encrypts with AES-256-GCM. The document's id is authenticated too, so that a file cannot be passed off as another
 * document. Layout in bytes: 12 nonce, 16 tag, content.
 */
export function encryptDocument(content: Buffer, documentId: string, key: DocumentKey): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", secretOf(key), nonce, TAG).setAAD(Buffer.from(documentId));
  const sealed = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Decrypts what `encryptDocument` returned. Throws if the content was changed, or the id or key is a different one. */
export function decryptDocument(sealed: Buffer, documentId: string, key: DocumentKey): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", secretOf(key), nonce, TAG).setAAD(Buffer.from(documentId));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG.authTagLength));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG.authTagLength)), decipher.final()]);
}

/** A cache of OpenSSL's key objects; creating one costs more than encrypting a form. */
const secrets = new WeakMap<DocumentKey, KeyObject>();

function secretOf(key: DocumentKey): KeyObject {
  const known = secrets.get(key);
  if (known) return known;
  const secret = createSecretKey(key.key);
  secrets.set(key, secret);
  return secret;
}
