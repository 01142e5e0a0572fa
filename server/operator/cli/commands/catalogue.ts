import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { catalogueChanges, type EntryChange } from "#core/catalogue-diff.ts";
import { catalogueSchemaFiles } from "#server/shop/catalogue/json-schema.ts";
import { CatalogueError, describeProblem } from "#server/shop/catalogue/problems.ts";
import { readCatalogueFiles } from "#server/shop/catalogue/read-files.ts";
import { newestCatalogue, saveCatalogue } from "#server/shop/catalogue/store.ts";
import { CommandError, type Call, type Command } from "#server/operator/cli/command.ts";
import { withDatabase } from "#server/operator/cli/connection.ts";
import { aligned, counted, moment } from "#server/operator/cli/table.ts";

const folderOf = ({ args, config }: Call) => args[0] ?? config.catalogueDir;

/** `catalogue check [folder]` */
export const checkCatalogue: Command = {
  name: "catalogue check",
  args: "[folder]",
  about: "check the catalogue files and list mistakes with their lines",
  async run(call) {
    try {
      const { mobileTariffs, tvTariffs, devices, bundles } = await readCatalogueFiles(folderOf(call));
      call.io.out(
        `The catalogue is valid: ${counted(mobileTariffs.length, "mobile tariff")}, ${counted(tvTariffs.length, "TV tariff")}, ${counted(devices.length, "device")}, ${counted(bundles.length, "bundle")}.`,
      );
      return 0;
    } catch (error) {
      if (!(error instanceof CatalogueError)) throw error;
      for (const problem of error.problems) call.io.out(describeProblem(problem));
      call.io.out(`${counted(error.problems.length, "mistake")}.`);
      return 1;
    }
  },
};

/** `catalogue diff [folder]` */
export const diffCatalogue: Command = {
  name: "catalogue diff",
  args: "[folder]",
  about: "show the changes that loading the catalogue files would make",
  async run(call) {
    const next = await readCatalogueFiles(folderOf(call));
    const newest = await withDatabase(call.config, newestCatalogue);
    for (const line of describeChanges(newest, catalogueChanges(newest?.catalogue ?? null, next))) call.io.out(line);
    return 0;
  },
};

/** `catalogue load [folder] [--yes]` */
export const loadCatalogue: Command = {
  name: "catalogue load",
  args: "[folder]",
  about: "load the catalogue files into the shop",
  more: "Shows the changes and asks for confirmation. The running shop uses them at once. Its next start loads CATALOGUE_DIR again, so keep the files there.",
  options: { yes: { type: "boolean", about: "do not ask for confirmation" } },
  async run(call) {
    const { io, config, flag } = call;
    const next = await readCatalogueFiles(folderOf(call));
    return withDatabase(config, async (db) => {
      const newest = await newestCatalogue(db);
      const changes = catalogueChanges(newest?.catalogue ?? null, next);
      for (const line of describeChanges(newest, changes)) io.out(line);
      if (changes.length > 0 && !flag("yes")) await confirm(io);
      const { version, changed } = await saveCatalogue(db, next);
      io.out(changed ? `Loaded as version ${version}.` : `Nothing to load: version ${version} is current.`);
      return 0;
    });
  },
};

/** `catalogue schema --out <folder>` */
export const writeCatalogueSchemas: Command = {
  name: "catalogue schema",
  about: "write the JSON Schemas of the catalogue files, for editors",
  more: 'Name one in a catalogue file, as in "$schema": "schema/devices.schema.json": the editor then completes and explains its fields.',
  options: { out: { type: "string", value: "<folder>", about: "the target folder, created if missing", needed: true } },
  async run({ io, text }) {
    const folder = text("out") ?? "";
    await mkdir(folder, { recursive: true });
    for (const { name, text: schema } of catalogueSchemaFiles()) {
      await writeFile(join(folder, name), schema);
      io.out(join(folder, name));
    }
    return 0;
  },
};

async function confirm(io: Call["io"]): Promise<void> {
  const answer = await io.ask("Load this? [y/N]");
  if (answer === null) throw new CommandError("cannot ask for confirmation without a terminal: add --yes.");
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError("nothing was loaded.");
}

const SIGNS = { added: "+", removed: "-", changed: "~" } as const;
type Newest = Awaited<ReturnType<typeof newestCatalogue>>;

function describeChanges(newest: Newest, changes: readonly EntryChange[]): string[] {
  const against = newest
    ? `Compared with version ${newest.version} of ${moment(newest.loadedAt)}`
    : "No catalogue is loaded yet";
  if (changes.length === 0) return [`${against}: no changes.`];
  const count = (kind: EntryChange["kind"]) => changes.filter((change) => change.kind === kind).length;
  return [
    `${against}:`,
    ...changes.flatMap((change) => [
      `${SIGNS[change.kind]} ${[change.what, change.code, change.name && `(${change.name})`].filter(Boolean).join(" ")}`,
      ...aligned(change.fields.map((field) => [`    ${field.field}`, oldAndNew(field)])),
    ]),
    `${count("added")} added, ${count("removed")} removed, ${count("changed")} changed.`,
  ];
}

function oldAndNew(field: EntryChange["fields"][number]): string {
  if (field.old === null) return field.new ?? "";
  return field.new === null ? `${field.old} → removed` : `${field.old} → ${field.new}`;
}
