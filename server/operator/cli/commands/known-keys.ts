import { forgetKeys, heldKeys, knownKeys, lockKeys, noteKeys } from "#server/operator/known-keys.ts";
import { keysInUse } from "#server/operator/rotate.ts";
import type { Config } from "#server/config/config.ts";
import { documentKeyId, fingerprintsOf, NUMBER_KEY } from "#server/platform/encryption/fingerprints.ts";
import { documentKeys } from "#server/platform/encryption/keys.ts";
import { documentNumberKey } from "#server/platform/encryption/number-key.ts";
import { requireOwner } from "./keys.ts";
import { CommandError, type Command } from "#server/operator/cli/command.ts";
import { aligned, counted, moment } from "#server/operator/cli/table.ts";

/** `keys list` */
export const listKeys: Command = {
  name: "keys list",
  about: "list the keys that the database was used with, and whether this machine has them",
  more: "Shows fingerprints, never a key. A start with other keys is refused.",
  async run({ config, database, io }) {
    const held = fingerprintsOf(await heldKeys(config));
    const known = await database(knownKeys);
    if (known.length === 0) {
      io.out("No key is known yet: the first start writes down its own.");
      return 0;
    }
    const rows = known.map(({ name, fingerprint, first_used_at }) => {
      const named = held.filter((each) => each.name === name);
      const here = named.some((each) => each.fingerprint === fingerprint) ? "here" : "missing here";
      return [
        name,
        fingerprint,
        moment(first_used_at),
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
  more: "What was sealed with it stays in the database and can never be opened again; without the key for document numbers, known documents are not recognised. Restore the key if any backup has it. `keys list` has the names.",
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
        await noteKeys(tx, await replacements(config, name));
      });
      io.out(`${name} is forgotten. From now on the keys of this machine count.`);
      return 0;
    });
  },
};

/** The keys of this machine that take the place of a lost one. They are made if there are none. */
async function replacements({ documentKeys: keys, documentNumberKey: number, dataDir }: Config, name: string) {
  return name === NUMBER_KEY
    ? { documents: [], numbers: await documentNumberKey(number, dataDir) }
    : { documents: await documentKeys(keys, dataDir), numbers: null };
}
