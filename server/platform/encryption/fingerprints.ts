import { deriveKey, pseudonym } from "./keys.ts";
import type { DocumentKey } from "./encryption.ts";

/** What the database stores of a key: its name, and a keyed hash that does not reveal the key. */
export type Fingerprint = { readonly name: string; readonly fingerprint: string };

/** The name of the key for hashing document numbers. */
export const NUMBER_KEY = "document-numbers";
const DOCUMENTS = "documents:";

/**
 * The keys of a process. `documents`: the first one encrypts. `numbers`: the key for document numbers; null if it has
 * not been created yet.
 */
export type ProcessKeys = { readonly documents: readonly DocumentKey[]; readonly numbers: Buffer | null };

/** Returns the fingerprints of a process's keys. */
export function fingerprintsOf({ documents, numbers }: ProcessKeys): readonly Fingerprint[] {
  return [
    ...documents.map(({ id, key }) => fingerprintOf(DOCUMENTS + id, key)),
    ...(numbers ? [fingerprintOf(NUMBER_KEY, numbers)] : []),
  ];
}

function fingerprintOf(name: string, key: Buffer): Fingerprint {
  return { name, fingerprint: pseudonym(deriveKey(key, "fingerprint"), name) };
}

/** Returns the id of a document key; null for the key for document numbers. */
export function documentKeyId(name: string): string | null {
  return name.startsWith(DOCUMENTS) ? name.slice(DOCUMENTS.length) : null;
}

/**
 * `different`: names for which the process has another key. `missing`: names for which it has no key. `fresh`:
 * fingerprints that the database does not have yet.
 */
export type Comparison = {
  readonly different: readonly string[];
  readonly missing: readonly string[];
  readonly fresh: readonly Fingerprint[];
  /**
   * The process has none of the document keys that the database was used with, so it belongs to another installation.
   */
  readonly strange: boolean;
};

/**
 * Compares the keys of a process with those that the database was used with. Two keys can have the same name, one from
 * the settings and one from the data folder. So a second key with a known name is fine as long as the process has the
 * known one too.
 */
export function compareKeys(known: readonly Fingerprint[], held: readonly Fingerprint[]): Comparison {
  const isHeld = (one: Fingerprint) =>
    held.some(({ name, fingerprint }) => name === one.name && fingerprint === one.fingerprint);
  // Losing a key for encrypted data is worse than losing the key for hashes, so it is named first.
  const names = [...new Set(known.map(({ name }) => name))].toSorted(
    (one, other) => Number(one === NUMBER_KEY) - Number(other === NUMBER_KEY),
  );
  const lost = names.filter((name) => !known.some((each) => each.name === name && isHeld(each)));
  const isNamed = (name: string) => held.some((each) => each.name === name);
  const ofDocuments = known.filter(({ name }) => documentKeyId(name) !== null);
  return {
    different: lost.filter(isNamed),
    missing: lost.filter((name) => !isNamed(name)),
    fresh: held.filter(
      (one) => !known.some(({ name, fingerprint }) => name === one.name && fingerprint === one.fingerprint),
    ),
    strange: ofDocuments.length > 0 && !ofDocuments.some(isHeld),
  };
}
