import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeOnce } from "#server/platform/files/write-once.ts";
import { DocumentKeyError } from "./keys.ts";

/**
 * Returns the key for hashing document numbers, so that a copy of the database alone does not reveal them. The key
 * comes from the settings, or is created once in the data folder. It never changes, because known documents would no
 * longer be recognised. Throws a DocumentKeyError for a damaged file.
 */
export async function documentNumberKey(fromSettings: Buffer | null, dataDir: string): Promise<Buffer> {
  const existing = await existingNumberKey(fromSettings, dataDir);
  if (existing) return existing;
  await writeOnce(fileIn(dataDir), `${randomBytes(32).toString("hex")}\n`);
  return documentNumberKey(null, dataDir);
}

/** Like `documentNumberKey`, but for a command: returns null if the shop has not created the key yet. */
export async function existingNumberKey(fromSettings: Buffer | null, dataDir: string): Promise<Buffer | null> {
  if (fromSettings) return fromSettings;
  const file = fileIn(dataDir);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  if (/^[0-9a-f]{64}$/.test(text.trim())) return Buffer.from(text.trim(), "hex");
  throw new DocumentKeyError(`${file} is damaged: restore it from a backup, or known documents are not recognised.`);
}

const fileIn = (dataDir: string) => join(dataDir, "keys", "document-numbers");
