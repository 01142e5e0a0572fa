import { stat } from "node:fs/promises";
import type { Config } from "#server/config/config.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { connectDocuments } from "#server/edges/documents/connect.ts";
import type { DocumentKey } from "#server/platform/encryption/encryption.ts";
import { addLocalKey, documentKeys, keepLocalKeys, localKeysChangedAt } from "#server/platform/encryption/keys.ts";
import { checkKeys, heldKeys, lockKeys, noteKeys } from "#server/operator/known-keys.ts";
import { keysInUse, rotateDocuments } from "#server/operator/rotate.ts";
import { CommandError, type Command } from "#server/operator/cli/command.ts";
import { counted } from "#server/operator/cli/table.ts";

/** After this time no upload still uses an old key, so a key that no document uses can be deleted. */
const FORGET_AFTER_MS = 24 * 3600_000;

/** `keys rotate` */
export const rotateKeys: Command = {
  name: "keys rotate",
  about: "re-encrypt all documents with the first key",
  more: "With DOCUMENT_KEYS: put the new key first, restart the shop, then run this; keep the old key until nothing uses it. Without: a new key is created in the data folder. If it is interrupted, run it again: it resumes.",
  async run({ config, database, io, now }) {
    await requireOwner(config.dataDir);
    const documents = connectDocuments(config);
    const { done, missing, inUse, first } = await database(async (db) => {
      const keys = await keysToRotateTo(db, config, now);
      const rotated = await rotateDocuments({ db, documents, keys }, (count) =>
        io.progress(`${counted(count, "document")} done`),
      );
      return { ...rotated, first: keys[0]?.id };
    });
    io.out(`${counted(done, "document")} re-encrypted with the key "${first}".`);
    for (const [id, count] of inUse) {
      if (id !== first)
        io.out(`The key "${id}" is still needed (documents and eSIMs: ${count}): keep it, and run this again.`);
    }
    for (const id of missing) io.err(`The file of document ${id} is missing: restore it from a backup.`);
    return missing.length > 0 ? 1 : 0;
  },
};

/** The keys of the settings, or those of the data folder with a new first one. Throws a DocumentKeyError in another shop's folder. */
async function keysToRotateTo(db: Database, config: Config, now: Date): Promise<readonly DocumentKey[]> {
  // The lock keeps two simultaneous rotations from overwriting each other's new key.
  return db.transaction().execute(async (tx) => {
    await lockKeys(tx);
    const held = await heldKeys(config);
    await checkKeys(tx, held, now);
    const documents = config.documentKeys ? held.documents : await nextLocal(tx, config, now);
    await noteKeys(tx, { ...held, documents });
    return documents;
  });
}

/** Creates a new key in the data folder, unless an earlier rotation is unfinished. Deletes keys that are no longer used. */
async function nextLocal(tx: Handle, { dataDir }: Config, now: Date): Promise<readonly DocumentKey[]> {
  const [first, ...earlier] = await documentKeys(null, dataDir);
  const inUse = await keysInUse(tx);
  if (first && earlier.some(({ id }) => inUse.has(id))) return [first, ...earlier];
  const changedAt = await localKeysChangedAt(dataDir);
  if (first && changedAt && now.getTime() - changedAt.getTime() > FORGET_AFTER_MS)
    await keepLocalKeys(dataDir, new Set([first.id, ...inUse.keys()]));
  return addLocalKey(dataDir, now);
}

/** Checks that the data folder belongs to this user: the shop could not read files written by root. Throws a CommandError. */
export async function requireOwner(dataDir: string): Promise<void> {
  const owner = await stat(dataDir).catch(() => null);
  if (owner && process.getuid && owner.uid !== process.getuid())
    throw new CommandError(`${dataDir} belongs to user ${owner.uid}: run this as that user, as the shop does.`);
}
