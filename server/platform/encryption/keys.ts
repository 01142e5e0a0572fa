import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeOnce } from "#server/platform/files/write-once.ts";
import type { DocumentKey } from "./encryption.ts";

/** A key is missing or does not fit. The message is for the operator. */
export class DocumentKeyError extends Error {
  override readonly name = "DocumentKeyError";
}

/**
 * All keys for documents: the first encrypts, all decrypt. Those of the settings come first; those of the data folder
 * follow, so that nothing becomes unreadable when the settings take over. Where there is none, one is made and kept.
 * Asked anew for each upload, so that a rotation counts at once. Throws a DocumentKeyError for a damaged key file.
 */
export async function documentKeys(
  fromSettings: readonly DocumentKey[] | null,
  dataDir: string,
): Promise<readonly DocumentKey[]> {
  const kept = await readLocalKeys(dataDir);
  if (fromSettings) return [...fromSettings, ...kept];
  return kept.length > 0 ? kept : await makeFirstKey(dataDir);
}

/** Reads the keys of the data folder, if there are any, and makes none. Throws a DocumentKeyError for a damaged file. */
export async function checkLocalKeys(dataDir: string): Promise<void> {
  await readLocalKeys(dataDir);
}

/** The keys of that id: settings and data folder may name different ones alike. Throws a DocumentKeyError for none. */
export function keysNamed(keys: readonly DocumentKey[], id: string): readonly DocumentKey[] {
  const named = keys.filter((each) => each.id === id);
  if (named.length > 0) return named;
  throw new DocumentKeyError(
    `the key "${id}" of a document is missing: add it behind the others in DOCUMENT_KEYS, or bring back the file keys/documents of the data folder.`,
  );
}

/** Puts a new key before those of the data folder. Answers all. Not to be done by two at once. */
export async function addLocalKey(dataDir: string, now: Date): Promise<readonly DocumentKey[]> {
  const id = `local-${now.toISOString().replace(/[-:]|\.\d+Z/g, "")}-${randomBytes(4).toString("hex")}`;
  const keys = [{ id, key: randomBytes(32) }, ...(await readLocalKeys(dataDir))];
  await writeLocalKeys(dataDir, keys);
  return keys;
}

/** Keeps those keys of the data folder alone whose ids are named. */
export async function keepLocalKeys(dataDir: string, ids: ReadonlySet<string>): Promise<void> {
  const keys = await readLocalKeys(dataDir);
  await writeLocalKeys(
    dataDir,
    keys.filter(({ id }) => ids.has(id)),
  );
}

/** When the keys of the data folder changed last; null where there are none. */
export async function localKeysChangedAt(dataDir: string): Promise<Date | null> {
  return stat(fileIn(dataDir)).then(
    ({ mtime }) => mtime,
    () => null,
  );
}

const fileIn = (dataDir: string) => join(dataDir, "keys", "documents");

/** A key a line, newest first, as `id:hex`; a file of the first days holds one key alone, whose id is `local`. */
async function readLocalKeys(dataDir: string): Promise<readonly DocumentKey[]> {
  const text = await readFile(fileIn(dataDir), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => {
    const match = /^(?:([A-Za-z0-9_-]{1,32}):)?([0-9a-f]{64})$/.exec(line.trim());
    if (match) return { id: match[1] ?? "local", key: Buffer.from(match[2] ?? "", "hex") };
    throw new DocumentKeyError(`${fileIn(dataDir)} is damaged: bring it back from a backup; the documents need it.`);
  });
}

/** Two processes that start at once agree on one key. */
async function makeFirstKey(dataDir: string): Promise<readonly DocumentKey[]> {
  await writeOnce(fileIn(dataDir), textOf([{ id: "local", key: randomBytes(32) }]));
  return readLocalKeys(dataDir);
}

const textOf = (keys: readonly DocumentKey[]) => keys.map(({ id, key }) => `${id}:${key.toString("hex")}\n`).join("");

async function writeLocalKeys(dataDir: string, keys: readonly DocumentKey[]): Promise<void> {
  await rename(await writeBeside(dataDir, keys), fileIn(dataDir));
}

/** Writes a whole key file, down to the disk, under a name of its own; answers that. */
async function writeBeside(dataDir: string, keys: readonly DocumentKey[]): Promise<string> {
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
