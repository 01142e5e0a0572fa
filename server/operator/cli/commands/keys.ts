import { stat } from "node:fs/promises";
import type { Config } from "#server/config/config.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { LOCKS, withLock } from "#server/platform/database/locks.ts";
import { connectDocuments } from "#server/document-store.ts";
import type { DocumentKey } from "#server/platform/encryption/encryption.ts";
import { addLocalKey, documentKeys, keepLocalKeys, localKeysChangedAt } from "#server/platform/encryption/keys.ts";
import { checkKeys, heldKeys, lockKeys, recordKeys, forgetKeys, knownKeys } from "#server/operator/known-keys.ts";
import { keysInUse, rotateDocuments } from "#server/operator/rotate.ts";
import { CommandError, type Command } from "#server/command.ts";
import { counted, aligned, timeText } from "#server/operator/cli/table.ts";
import { documentKeyId, fingerprintsOf, NUMBER_KEY } from "#server/platform/encryption/fingerprints.ts";
import { documentNumberKey } from "#server/platform/encryption/number-key.ts";

/** After this time in ms, no upload can still be using an old key, so a key that no document uses can be deleted. */
const FORGET_AFTER_MS = 24 * 3600_000;

/** `keys rotate` */
export const rotateKeys: Command = {
  name: "keys rotate",
  about: "re-encrypt all documents with the first key",
  more: "With DOCUMENT_KEYS: put the new key first, restart the shop, then run this; keep the old key until nothing uses it. Without: a new key is created in the data folder. If it is interrupted, run it again: it resumes.",
  async run({ config, database, io, now }) {
    await requireOwner(config.dataDir);
    const { store: documents } = await connectDocuments(config);
    const onProgress = (count: number) => io.progress(`${counted(count, "document")} done`);
    const onWait = () => io.err("Another rotation is running. This one starts when that one has ended.");
    const { done, missing, inUse, first } = await database((db) =>
      // One rotation at a time: it could not read what a later one has already encrypted with a newer key.
      withLock(db, LOCKS.keyRotation, onWait, async () => {
        const keys = await keysToRotateTo(db, config, now);
        return { ...(await rotateDocuments({ db, documents, keys }, onProgress)), first: keys[0]?.id };
      }),
    );
    io.out(`${counted(done, "document")} re-encrypted with the key "${first}".`);
    for (const [id, count] of inUse) {
      if (id !== first)
        io.out(`The key "${id}" is still needed (documents and eSIMs: ${count}): keep it, and run this again.`);
    }
    for (const id of missing) io.err(`The file of document ${id} is missing: restore it from a backup.`);
    return missing.length > 0 ? 1 : 0;
  },
};

/**
 * Returns the keys to re-encrypt with: those in the settings, or those in the data folder with a new first one. Throws
 * a DocumentKeyError if the data folder belongs to another shop.
 */
async function keysToRotateTo(db: Database, config: Config, now: Date): Promise<readonly DocumentKey[]> {
  // A shop that starts at the same time must not create or compare keys.
  return db.transaction().execute(async (tx) => {
    await lockKeys(tx);
    const held = await heldKeys(config);
    await checkKeys(tx, held, now);
    const documents = config.documentKeys ? held.documents : await nextLocal(tx, config, now);
    await recordKeys(tx, { ...held, documents });
    return documents;
  });
}

/**
 * Creates a new key in the data folder, unless an earlier rotation was not finished. Deletes keys that are no longer
 * used.
 */
async function nextLocal(tx: Handle, { dataDir }: Config, now: Date): Promise<readonly DocumentKey[]> {
  const [first, ...earlier] = await documentKeys(null, dataDir);
  const inUse = await keysInUse(tx);
  if (first && earlier.some(({ id }) => inUse.has(id))) return [first, ...earlier];
  const changedAt = await localKeysChangedAt(dataDir);
  if (first && changedAt && now.getTime() - changedAt.getTime() > FORGET_AFTER_MS)
    await keepLocalKeys(dataDir, new Set([first.id, ...inUse.keys()]));
  return addLocalKey(dataDir, now);
}

/**
 * Checks that the data folder belongs to this user, because the shop could not read files that root wrote. Throws a
 * CommandError.
 */
async function requireOwner(dataDir: string): Promise<void> {
  const owner = await stat(dataDir).catch(() => null);
  if (owner && process.getuid && owner.uid !== process.getuid())
    throw new CommandError(`${dataDir} belongs to user ${owner.uid}: run this as that user, as the shop does.`);
}

/** `keys list` */
export const listKeys: Command = {
  name: "keys list",
  about: "list the keys that the database was used with, and whether this machine has them",
  more: "Shows fingerprints, never a key. A start with other keys is refused.",
  async run({ config, database, io }) {
    const held = fingerprintsOf(await heldKeys(config));
    const known = await database(knownKeys);
    if (known.length === 0) {
      io.out("No key is known yet: the first start records its own.");
      return 0;
    }
    const rows = known.map(({ name, fingerprint, first_used_at }) => {
      const named = held.filter((each) => each.name === name);
      const here = named.some((each) => each.fingerprint === fingerprint) ? "here" : "missing here";
      return [
        name,
        fingerprint,
        timeText(first_used_at),
        named.length > 0 && here !== "here" ? "another one here" : here,
      ];
    });
    for (const line of aligned([["key", "fingerprint", "first used", "this machine"], ...rows])) io.out(line);
    return 0;
  },
};

/** `keys forget <name> [--yes]` */
export const forgetKey: Command = {
  name: "keys forget",
  args: "<name>",
  about: "give up a key that is lost for good, so that the shop starts with the keys of this machine",
  more: "Data encrypted with it stays in the database and can never be decrypted; without the key for document numbers, known documents are not recognised. Restore the key if any backup has it. `keys list` has the names.",
  options: { yes: { type: "boolean", about: "do not ask" } },
  async run({ args: [name = ""], config, database, io, flag }) {
    await requireOwner(config.dataDir);
    return database(async (db) => {
      const known = (await knownKeys(db)).filter((each) => each.name === name);
      if (known.length === 0) throw new CommandError(`the database was never used with a key "${name}".`);
      const held = fingerprintsOf(await heldKeys(config));
      if (held.some((each) => each.name === name && each.fingerprint === known[0]?.fingerprint))
        throw new CommandError(`this machine has the key "${name}"; only a lost one can be given up.`);
      const uses = (await keysInUse(db)).get(documentKeyId(name) ?? "") ?? 0;
      if (!flag("yes")) {
        const answer = await io.ask(`Give up ${name} (${counted(uses, "use")})? Type yes: `);
        if (answer === null) throw new CommandError("the input is not a terminal: repeat with --yes.");
        if (answer.trim().toLowerCase() !== "yes") {
          io.err("Nothing was changed.");
          return 1;
        }
      }
      await db.transaction().execute(async (tx) => {
        await lockKeys(tx);
        await forgetKeys(tx, [name]);
        await recordKeys(tx, await replacements(config, name));
      });
      io.out(`${name} is forgotten. From now on the keys of this machine are used.`);
      return 0;
    });
  },
};

/** Returns the keys of this machine that replace a lost one. Creates them if there are none. */
async function replacements({ documentKeys: keys, documentNumberKey: number, dataDir }: Config, name: string) {
  return name === NUMBER_KEY
    ? { documents: [], numbers: await documentNumberKey(number, dataDir) }
    : { documents: await documentKeys(keys, dataDir), numbers: null };
}
