import { sql } from "kysely";
import { dayInZurich, formatDay } from "#core/time/dates.ts";
import type { Config } from "#server/config/config.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { LOCKS } from "#server/platform/database/locks.ts";
import {
  compareKeys,
  documentKeyId,
  fingerprintsOf,
  NUMBER_KEY,
  type Fingerprint,
  type ProcessKeys,
} from "#server/platform/encryption/fingerprints.ts";
import { DocumentKeyError, documentKeys, existingDocumentKeys } from "#server/platform/encryption/keys.ts";
import { documentNumberKey, existingNumberKey } from "#server/platform/encryption/number-key.ts";
import { newestSealedForm } from "#server/sale/checkout/upkeep.ts";
import { isKeyUsed } from "./rotate.ts";
import { canOpen } from "#server/platform/encryption/seals.ts";

type KeyConfig = Pick<Config, "documentKeys" | "documentNumberKey" | "dataDir">;
type Known = Fingerprint & { readonly first_used_at: Date };

/** After this time in ms, a key that no row uses and that this process does not have is forgotten. */
const FORGET_AFTER_MS = 24 * 3600_000;

/**
 * Compares the keys in the settings and the data folder with those that the database was used with (ADR 18), creates
 * the first keys of a new shop, and returns the key for document numbers. If several processes start at once, the first
 * one decides. Throws a DocumentKeyError if this process has different keys, in which case nothing has been written.
 */
export async function establishKeys(db: Database, config: KeyConfig, now: Date): Promise<Buffer> {
  return db.transaction().execute(async (tx) => {
    await lockKeys(tx);
    await checkKeys(tx, await heldKeys(config), now);
    const documents = await documentKeys(config.documentKeys, config.dataDir);
    const numbers = await documentNumberKey(config.documentNumberKey, config.dataDir);
    await recordKeys(tx, { documents, numbers });
    return numbers;
  });
}

/** Until the end of the transaction, prevents other processes from comparing, creating or adding keys. */
export async function lockKeys(tx: Handle): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.documentKeys})`.execute(tx);
}

/** Returns the existing keys; creates none. */
export async function heldKeys({ documentKeys: configured, documentNumberKey: number, dataDir }: KeyConfig) {
  return {
    documents: await existingDocumentKeys(configured, dataDir),
    numbers: await existingNumberKey(number, dataDir),
  };
}

/** Stores the fingerprints that the database does not have yet. */
export async function recordKeys(tx: Handle, held: ProcessKeys): Promise<void> {
  const rows = fingerprintsOf(held);
  if (rows.length > 0)
    await tx
      .insertInto("key_fingerprints")
      .values([...rows])
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/**
 * Throws a DocumentKeyError if these are not the keys that the database was used with. Forgets keys that are no longer
 * used.
 */
export async function checkKeys(tx: Handle, held: ProcessKeys, now: Date): Promise<void> {
  const known = await knownKeys(tx);
  if (known.length === 0) return checkNewest(tx, held);
  const { different, missing, strange } = compareKeys(known, fingerprintsOf(held));
  const sinceOf = (name: string) => known.find((each) => each.name === name)?.first_used_at ?? now;
  if (different[0] !== undefined) throw refused(different[0], "different", sinceOf(different[0]));
  const needed = strange ? missing[0] : (missing.find((name) => name === NUMBER_KEY) ?? (await firstUsed(tx, missing)));
  if (needed !== undefined) throw refused(needed, "missing", sinceOf(needed));
  const old = missing.filter((name) => now.getTime() - sinceOf(name).getTime() > FORGET_AFTER_MS);
  if (old.length > 0) await forgetKeys(tx, old);
}

/** Deletes the fingerprints of keys, so that these are no longer required. */
export async function forgetKeys(tx: Handle, names: readonly string[]): Promise<void> {
  await tx.deleteFrom("key_fingerprints").where("name", "in", names).execute();
}

/** Returns the keys that the database was used with. */
export function knownKeys(db: Handle): Promise<readonly Known[]> {
  return db
    .selectFrom("key_fingerprints")
    .select(["name", "fingerprint", "first_used_at"])
    .orderBy("first_used_at")
    .orderBy("name")
    .execute();
}

/**
 * Returns the key for document numbers, for a command; null if the shop has none yet. Throws a DocumentKeyError if the
 * database was used with a key that this machine does not have.
 */
export async function requireNumberKey(db: Handle, config: KeyConfig): Promise<Buffer | null> {
  const numbers = await existingNumberKey(config.documentNumberKey, config.dataDir);
  const known = (await knownKeys(db)).filter(({ name }) => name === NUMBER_KEY);
  const { different, missing } = compareKeys(known, fingerprintsOf({ documents: [], numbers }));
  const since = known[0]?.first_used_at ?? new Date(0);
  if (different.length > 0) throw refused(NUMBER_KEY, "different", since);
  if (missing.length > 0) throw refused(NUMBER_KEY, "missing", since);
  return numbers;
}

/** Checks a database that has no fingerprints yet: throws unless the keys can decrypt the newest form. */
async function checkNewest(tx: Handle, { documents }: ProcessKeys): Promise<void> {
  const newest = await newestSealedForm(tx);
  if (newest && !canOpen(documents, newest.sealed, `identity:${newest.id}`))
    throw new DocumentKeyError(
      `the newest form in the database cannot be opened with the keys of this process. ${REMEDY}`,
    );
}

const REMEDY =
  "Mount the same DATA_DIR on every machine, restore its folder `keys` from the backup, or set DOCUMENT_KEYS and DOCUMENT_NUMBER_KEY to the keys of the other machines (docs/backup.md). `kasse keys list` compares them.";

function refused(name: string, how: "different" | "missing", since: Date): DocumentKeyError {
  const id = documentKeyId(name);
  const key = id === null ? "the key for document numbers" : `the key "${id}" of the documents`;
  const day = formatDay(dayInZurich(since));
  const what =
    how === "different"
      ? `${key} is not the one that this database has been used with since ${day}`
      : `${key}, which this database has been used with since ${day}, is missing here`;
  const meaning =
    id === null
      ? "without it, known documents are not recognised"
      : "what was sealed with it cannot be opened without it";
  return new DocumentKeyError(`${what}; ${meaning}. ${REMEDY}`);
}

/** Returns the first of these keys that a row still uses. */
async function firstUsed(tx: Handle, names: readonly string[]): Promise<string | undefined> {
  for (const name of names) if (await isKeyUsed(tx, documentKeyId(name) ?? "")) return name;
  return undefined;
}
