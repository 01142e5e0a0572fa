import { heldKeys, knownKeys } from "#server/operator/known-keys.ts";
import { ArchiveError } from "./format.ts";
import { readArchive, requireArchive } from "./read.ts";
import { writeArchive } from "./write.ts";
import { compareKeys, fingerprintsOf } from "#server/platform/encryption/fingerprints.ts";
import { SKIPPED_NUMBERS, orderNumber, valueOf } from "#server/sale/order/order-numbers.ts";
import type { Config } from "#server/config/config.ts";
import { connectDocuments } from "#server/document-store.ts";
import { CommandError, UsageError, type Command } from "#server/command.ts";
import { migrateDatabase, withDatabase, withMigrated, withRoles } from "#server/operator/cli/connection.ts";
import { counted, timeText } from "#server/operator/cli/table.ts";

/** `export --out <file>` */
const exportCommand: Command = {
  name: "export",
  about: "write the shop's whole database into one file, as a snapshot of this moment",
  more: "The shop can keep running. Encrypted data stays encrypted. Not in the file: the keys, and the pictures of documents, which are in the data folder or the bucket (docs/backup.md). Keep the file as safe as the database.",
  recorded: true,
  options: { out: { type: "string", value: "<file>", about: "a new file, readable only by this user", needed: true } },
  async run({ config, database, io, text }) {
    const out = text("out") ?? "";
    const written = await database(() =>
      withMigrated(config, ({ direct }) =>
        asCommandFailure(() =>
          writeArchive(direct, out, (table, rows) => io.progress(`${table}: ${counted(rows, "row")}`)),
        ),
      ),
    );
    io.out(`${summary(written.rows, written.jobs)} were written to ${out}.`);
    const { place } = await connectDocuments(config);
    io.out(
      `Not in it: the pictures of ${counted(written.rows["documents"] ?? 0, "document")} (${place}), and the keys.`,
    );
    return 0;
  },
};

/** `import <file> [--next-order <number>]` */
const importCommand: Command = {
  name: "import",
  args: "<file>",
  about: "fill a new database with the file of an export",
  more: `The database must be empty; it is migrated first. Everything is imported, or nothing. Run it before the first start. Without --next-order, ${SKIPPED_NUMBERS} order numbers after the last one of the file are skipped, so that no number of an order placed after the export is used again.`,
  recorded: true,
  options: {
    "next-order": { type: "string", value: "<number>", about: "the first order number to give, such as K120000" },
  },
  async run({ args: [path = ""], config, database, io, text }) {
    const typed = text("next-order");
    const next = typed === undefined ? null : valueOf(typed);
    if (typed !== undefined && next === null)
      throw new UsageError(`--next-order is "${typed}"; it must be an order number such as K120000.`);
    await asCommandFailure(() => requireArchive(path));
    await migrateDatabase(config);
    const imported = await withRoles(config, ({ owner }) =>
      asCommandFailure(() =>
        readArchive(owner, path, {
          nextOrder: (last) => next ?? last + SKIPPED_NUMBERS + 1,
          onProgress: (table, rows) => io.progress(`${table}: ${counted(rows, "row")}`),
        }),
      ),
    );
    io.out(`${summary(imported.rows, imported.jobs)} of ${timeText(new Date(imported.madeAt))} were imported.`);
    io.out(
      `The last order number was ${orderNumber(imported.orderNumber)}; the next order is ${orderNumber(imported.nextOrder)}.`,
    );
    // This adds the entry about the import after the imported ones, if this machine has the key for that.
    if (await hasKeys(config, io.err)) await database(() => Promise.resolve());
    return 0;
  },
};

/**
 * Returns whether this machine has the keys. If not, tells the operator now, because otherwise only the first start
 * would fail because of it.
 */
async function hasKeys(config: Config, say: (line: string) => void): Promise<boolean> {
  const held = fingerprintsOf(await heldKeys(config));
  const { different, missing } = compareKeys(await withDatabase(config, knownKeys), held);
  const lacking = [...different, ...missing];
  if (lacking.length > 0)
    say(
      `This machine does not have the keys of the database (${lacking.join(", ")}): restore the folder \`keys\` of DATA_DIR, or set DOCUMENT_KEYS and DOCUMENT_NUMBER_KEY, before the shop starts.`,
    );
  return lacking.length === 0;
}

function summary(rows: Readonly<Record<string, number>>, jobs: number): string {
  const all = Object.values(rows).reduce((sum, each) => sum + each, 0);
  return `${counted(rows["orders"] ?? 0, "order")}, ${counted(rows["checkouts"] ?? 0, "checkout")}, ${counted(all, "row")} in all and ${counted(jobs, "job")}`;
}

/** Turns errors that the operator can fix into failures of the command. */
async function asCommandFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ArchiveError) throw new CommandError(error.message);
    throw error;
  }
}

export const commands: readonly Command[] = [exportCommand, importCommand];
