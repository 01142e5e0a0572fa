import { randomBytes, createHmac, createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import { statSync } from "node:fs";
import { mkdir, open, readFile, rename, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeOnce } from "#server/platform/files/write-once.ts";
import type { DocumentKey } from "./encryption.ts";

/** A key is missing or wrong. The message is for the operator. */
export class DocumentKeyError extends Error {
  override readonly name = "DocumentKeyError";
}

/**
 * Returns all document keys: the first encrypts, all decrypt. Keys from the settings come first, then those in the data
 * folder, so that old documents stay readable after DOCUMENT_KEYS is set. If there is no key, one is created in the
 * data folder. A rotation takes effect at once. Throws a DocumentKeyError for a damaged key file.
 */
export async function documentKeys(
  fromSettings: readonly DocumentKey[] | null,
  dataDir: string,
): Promise<readonly DocumentKey[]> {
  const existing = await existingDocumentKeys(fromSettings, dataDir);
  return existing.length > 0 ? existing : await makeFirstKey(dataDir);
}

/** Like `documentKeys`, but creates no key: returns an empty list if there is none. */
export async function existingDocumentKeys(
  fromSettings: readonly DocumentKey[] | null,
  dataDir: string,
): Promise<readonly DocumentKey[]> {
  return [...(fromSettings ?? []), ...(await readLocalKeys(dataDir))];
}

/** Checks the data folder's key file, if there is one. Throws a DocumentKeyError if it is damaged. */
export async function checkLocalKeys(dataDir: string): Promise<void> {
  await readLocalKeys(dataDir);
}

/**
 * Returns the keys with that id: several if the settings and the data folder use the same id. Throws a DocumentKeyError
 * if there is none.
 */
export function keysNamed(keys: readonly DocumentKey[], id: string): readonly DocumentKey[] {
  const named = keys.filter((each) => each.id === id);
  if (named.length > 0) return named;
  throw new DocumentKeyError(
    `the key "${id}" of a document is missing: add it after the others in DOCUMENT_KEYS, or restore the file keys/documents of the data folder.`,
  );
}

/**
 * Adds a new first key to the data folder and returns all of its keys. The caller ensures that only one process does
 * this at a time.
 */
export async function addLocalKey(dataDir: string, now: Date): Promise<readonly DocumentKey[]> {
  const id = `local-${now.toISOString().replace(/[-:]|\.\d+Z/g, "")}-${randomBytes(4).toString("hex")}`;
  const keys = [{ id, key: randomBytes(32) }, ...(await readLocalKeys(dataDir))];
  await writeLocalKeys(dataDir, keys);
  return keys;
}

/** Removes all keys of the data folder whose ids are not in `ids`. */
export async function keepLocalKeys(dataDir: string, ids: ReadonlySet<string>): Promise<void> {
  const keys = await readLocalKeys(dataDir);
  await writeLocalKeys(
    dataDir,
    keys.filter(({ id }) => ids.has(id)),
  );
}

/** Returns when the keys in the data folder were last changed; null if there are none. */
export async function localKeysChangedAt(dataDir: string): Promise<Date | null> {
  return stat(fileIn(dataDir)).then(
    ({ mtime }) => mtime,
    () => null,
  );
}

const fileIn = (dataDir: string) => join(dataDir, "keys", "documents");

/**
 * A cache of the keys by folder. Checking whether the file has changed takes microseconds, much less than reading it
 * for each form.
 */
const known = new Map<string, { readonly version: string | null; readonly keys: readonly DocumentKey[] }>();

async function readLocalKeys(dataDir: string): Promise<readonly DocumentKey[]> {
  const version = localKeysVersion(dataDir);
  const last = known.get(dataDir);
  if (last && last.version === version) return last.keys;
  const keys = await readKeyFile(dataDir);
  known.set(dataDir, { version, keys });
  return keys;
}

/** Returns a text that changes whenever the data folder's keys change; null without a file. */
function localKeysVersion(dataDir: string): string | null {
  const file = statSync(fileIn(dataDir), { throwIfNoEntry: false });
  return file ? `${file.ino} ${file.ctimeMs} ${file.size}` : null;
}

/** Reads one key per line, newest first, as `id:hex`. A line without an id (an older format) has the id `local`. */
async function readKeyFile(dataDir: string): Promise<readonly DocumentKey[]> {
  const text = await readFile(fileIn(dataDir), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => {
    const match = /^(?:([A-Za-z0-9_-]{1,32}):)?([0-9a-f]{64})$/.exec(line.trim());
    if (match) return { id: match[1] ?? "local", key: Buffer.from(match[2] ?? "", "hex") };
    throw new DocumentKeyError(
      `${fileIn(dataDir)} is damaged: restore it from a backup, because the documents need it.`,
    );
  });
}

/** Creates the first key. Processes that start at the same time get the same key. */
async function makeFirstKey(dataDir: string): Promise<readonly DocumentKey[]> {
  await writeOnce(fileIn(dataDir), textOf([{ id: "local", key: randomBytes(32) }]));
  return readLocalKeys(dataDir);
}

const textOf = (keys: readonly DocumentKey[]) => keys.map(({ id, key }) => `${id}:${key.toString("hex")}\n`).join("");

async function writeLocalKeys(dataDir: string, keys: readonly DocumentKey[]): Promise<void> {
  await rename(await writeTemporary(dataDir, keys), fileIn(dataDir));
}

/** Writes a key file to disk under a temporary name, and returns its path. */
async function writeTemporary(dataDir: string, keys: readonly DocumentKey[]): Promise<string> {
  const path = `${fileIn(dataDir)}.${randomBytes(4).toString("hex")}`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(textOf(keys));
    await file.sync();
  } finally {
    await file.close();
  }
  return path;
}

/** Derived keys by the key that they come from and by purpose. Purposes are words in the code, so there are few. */
const derived = new WeakMap<Buffer, Map<string, KeyObject>>();

/**
 * Returns a key for one purpose, derived from another key (HKDF-SHA256, RFC 5869), so that no two purposes share a key.
 */
export function deriveKey(key: Buffer, purpose: string): KeyObject {
  const known = derived.get(key) ?? new Map<string, KeyObject>();
  derived.set(key, known);
  const made =
    known.get(purpose) ??
    createSecretKey(Buffer.from(hkdfSync("sha256", key, Buffer.alloc(0), `kasse:${purpose}`, 32)));
  known.set(purpose, made);
  return made;
}

/**
 * Returns a short keyed hash: equal texts give equal hashes, and without the key the text cannot be guessed. 128 bits
 * in base64url.
 */
export function pseudonym(key: KeyObject, text: string): string {
  return createHmac("sha256", key).update(text).digest().subarray(0, 16).toString("base64url");
}
