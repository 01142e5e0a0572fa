import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

export type DocumentKey = { readonly id: string; readonly key: Buffer };

/**
 * Encrypts with AES-256-GCM. The document's id is authenticated too, so that files cannot be swapped. Layout in bytes:
 * 12 nonce, 16 tag, content.
 */
export function encryptDocument(content: Buffer, documentId: string, { key }: DocumentKey): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(documentId));
  const sealed = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Decrypts what `encryptDocument` returned. Throws if the content was changed, or the id or key is a different one. */
export function decryptDocument(sealed: Buffer, documentId: string, { key }: DocumentKey): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, 12)).setAAD(Buffer.from(documentId));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
}
