import { deriveKey, pseudonym } from "./keys.ts";
import type { DocumentKey } from "./encryption.ts";

/** A key as the database knows it: its name, and a keyed hash that does not reveal the key. */
export type Fingerprint = { readonly name: string; readonly fingerprint: string };

/** The name of the key that document numbers are hashed with. */
export const NUMBER_KEY = "document-numbers";
const DOCUMENTS = "documents:";

/**
 * The keys of a process: those for documents, the first of which encrypts, and the key for document numbers; null if
 * there is none yet.
 */
export type ProcessKeys = { readonly documents: readonly DocumentKey[]; readonly numbers: Buffer | null };

/** The fingerprints of the keys that a process has. */
export function fingerprintsOf({ documents, numbers }: ProcessKeys): readonly Fingerprint[] {
  return [
    ...documents.map(({ id, key }) => fingerprintOf(DOCUMENTS + id, key)),
    ...(numbers ? [fingerprintOf(NUMBER_KEY, numbers)] : []),
  ];
}

function fingerprintOf(name: string, key: Buffer): Fingerprint {
  return { name, fingerprint: pseudonym(deriveKey(key, "fingerprint"), name) };
}

/** The id of a key for documents; null for the other key. */
export function documentKeyId(name: string): string | null {
  return name.startsWith(DOCUMENTS) ? name.slice(DOCUMENTS.length) : null;
}

/**
 * `different`: the process has another key with a known name. `missing`: it has none. `fresh`: fingerprints to record.
 */
export type Comparison = {
  readonly different: readonly string[];
  readonly missing: readonly string[];
  readonly fresh: readonly Fingerprint[];
  /**
   * The process has none of the known keys for documents, so it belongs to another installation, whatever rows there
   * are.
   */
  readonly strange: boolean;
};

/**
 * Compares the keys of a process with those that the database was used with. Two keys can have the same id, one in the
 * settings and one in the data folder: a different key with a known name is fine if the process has the known one as
 * well.
 */
export function compareKeys(known: readonly Fingerprint[], held: readonly Fingerprint[]): Comparison {
  const isHeld = (one: Fingerprint) =>
    held.some(({ name, fingerprint }) => name === one.name && fingerprint === one.fingerprint);
  // Keys for sealed data matter more than the key for hashes, so they are named first.
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
