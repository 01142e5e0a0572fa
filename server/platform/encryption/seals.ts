import { decryptDocument, encryptDocument } from "./encryption.ts";
import { DocumentKeyError, documentKeys, keysNamed } from "./keys.ts";
import type { DocumentKey } from "./encryption.ts";

/** Encrypted text as stored in the database: the id of its key, a colon, and the content in base64. */
export type Sealed = string;

/** Encrypts short texts in the database. It uses the document keys, so that one rotation replaces the keys of both. */
export type Seals = {
  /**
   * Encrypts with the first key. `boundTo` is authenticated too, so that a sealed text cannot be moved to another row.
   */
  seal(text: string, boundTo: string): Promise<Sealed>;
  /** Decrypts. Throws a DocumentKeyError if the key is missing or wrong. */
  open(sealed: Sealed, boundTo: string): Promise<string>;
};

/**
 * Creates the seals of a shop. Their keys come from the settings and the data folder, like those of documents. A
 * rotation takes effect at once.
 */
export function createSeals(fromSettings: readonly DocumentKey[] | null, dataDir: string): Seals {
  const keysNow = () => documentKeys(fromSettings, dataDir);
  return {
    async seal(text, boundTo) {
      return sealWith((await keysNow())[0], text, boundTo);
    },
    async open(sealed, boundTo) {
      const opened = openWith(await keysNow(), sealed, boundTo);
      if (opened !== null) return opened;
      const id = keyOf(sealed);
      keysNamed(await keysNow(), id);
      throw new DocumentKeyError(
        `identity data cannot be decrypted: the key "${id}" is not the one it was encrypted with.`,
      );
    },
  };
}

/** Returns the id of the key that a text was sealed with. */
const keyOf = (sealed: Sealed): string => sealed.slice(0, sealed.indexOf(":"));

function sealWith(key: DocumentKey | undefined, text: string, boundTo: string): Sealed {
  if (!key) throw new Error("There is no key for identity data");
  return `${key.id}:${encryptDocument(Buffer.from(text), boundTo, key).toString("base64")}`;
}

/**
 * Encrypts a sealed text again, with the first key. Throws a DocumentKeyError if the key it was sealed with is missing
 * or wrong.
 */
export function resealWith(keys: readonly DocumentKey[], sealed: Sealed, boundTo: string): Sealed {
  const text = openWith(keys, sealed, boundTo);
  return text === null ? refuse(keys, sealed) : sealWith(keys[0], text, boundTo);
}

function refuse(keys: readonly DocumentKey[], sealed: Sealed): never {
  const id = keyOf(sealed);
  keysNamed(keys, id);
  throw new DocumentKeyError(
    `identity data cannot be decrypted: the key "${id}" is not the one it was encrypted with.`,
  );
}

/** Returns whether one of the keys can decrypt a text. */
export function canOpen(keys: readonly DocumentKey[], sealed: Sealed, boundTo: string): boolean {
  return openWith(keys, sealed, boundTo) !== null;
}

/** Decrypts a text; null if no key can. The settings and the data folder can have different keys with the same id. */
function openWith(keys: readonly DocumentKey[], sealed: Sealed, boundTo: string): string | null {
  const content = Buffer.from(sealed.slice(sealed.indexOf(":") + 1), "base64");
  for (const key of keys.filter(({ id }) => id === keyOf(sealed))) {
    try {
      return decryptDocument(content, boundTo, key).toString();
    } catch {
      // Wrong key: another one can have the same id.
    }
  }
  return null;
}
