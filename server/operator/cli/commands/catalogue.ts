import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { catalogueChanges } from "#core/catalogue/catalogue-diff.ts";
import { catalogueSchemaFiles } from "#server/shop/catalogue/json-schema.ts";
import { CatalogueError, describeProblem } from "#server/shop/catalogue/problems.ts";
import { readCatalogueFiles } from "#server/shop/catalogue/files.ts";
import { changeVersions, loadedOnSale, saveVersion } from "#server/shop/catalogue/versions.ts";
import { describeChanges, YES } from "#server/operator/cli/catalogue-text.ts";
import { UsageError, type Call, type Command, CommandError } from "#server/command.ts";
import { actorOf } from "#server/operator/cli/options.ts";
import { counted, aligned, timeText } from "#server/operator/cli/table.ts";
import { AT, putOnSale, saleTime, loadedVersion } from "./catalogue-sale.ts";
import { pricedAt } from "#server/shop/catalogue/catalogue-periods.ts";
import { francs, fromChf, type Chf } from "#core/money/money.ts";
import { AMOUNTS, amountChanges } from "#server/shop/catalogue/preview.ts";

const folderOf = ({ args, config }: Call) => args[0] ?? config.catalogueDir;

/** `catalogue check [folder]` */
export const checkCatalogue: Command = {
  name: "catalogue check",
  args: "[folder]",
  about: "check the catalogue files and list mistakes with their lines",
  async run(call) {
    try {
      const { mobileTariffs, tvTariffs, devices, bundles } = await readCatalogueFiles(folderOf(call));
      for (const [name, entries] of Object.entries({ mobileTariffs, tvTariffs, devices, bundles }))
        if (entries.length === 0) call.io.err(`Warning: ${name} has no entry: nothing of that kind would be on sale.`);
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
  about: "show how the catalogue files differ from what is on sale",
  async run(call) {
    const next = await readCatalogueFiles(folderOf(call));
    const onSale = await call.database((db) => loadedOnSale(db, call.now));
    for (const line of describeChanges(onSale, catalogueChanges(onSale?.catalogue ?? null, next))) call.io.out(line);
    return 0;
  },
};

/** `catalogue load [folder] [--activate [--at …]] [--yes]` */
export const loadCatalogue: Command = {
  name: "catalogue load",
  recorded: true,
  args: "[folder]",
  about: "save the catalogue files as a version, which can then be put on sale",
  more: "Shows how it differs from what is on sale. Stock is not changed; an article that is new gets the stock of its entry.",
  options: {
    activate: { type: "boolean", about: "put it on sale, as `catalogue activate` does" },
    at: AT,
    yes: YES,
  },
  async run(call) {
    const { io, config, database, flag, now } = call;
    if (call.text("at") !== undefined && !flag("activate")) throw new UsageError("--at needs --activate.");
    const from = saleTime(call);
    const next = await readCatalogueFiles(folderOf(call));
    return database(async (db) => {
      const onSale = await loadedOnSale(db, from);
      const changes = catalogueChanges(onSale?.catalogue ?? null, next);
      for (const line of describeChanges(onSale, changes)) io.out(line);
      if (onSale && changes.length === 0) {
        io.out(`Nothing to load: this is version ${onSale.version}, which is on sale.`);
        return 0;
      }
      const { version, isNew } = await changeVersions(db, (tx) =>
        saveVersion(tx, next, { actor: actorOf(config), now }),
      );
      io.out(isNew ? `Loaded as version ${version}.` : `These files are version ${version} already.`);
      if (flag("activate")) await putOnSale(call, db, { version, catalogue: next }, from);
      else io.out(`It is not on sale: \`catalogue activate ${version}\` puts it on sale, now or --at a time.`);
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

/** `catalogue preview <version|folder> [--at <time>]` */
export const previewCatalogue: Command = {
  name: "catalogue preview",
  args: "<version|folder>",
  about: "show which prices in the shop would change with a version or the files of a folder",
  more: "Compares the prices that shoppers would see of each product with those on sale at that time.",
  options: {
    at: { ...AT, about: "at which time, such as 2026-12-01 or '2026-12-01 06:00' (Swiss time); now if not given" },
  },
  async run(call) {
    const { args, database, io } = call;
    const [wanted = ""] = args;
    const at = saleTime(call);
    const files = /^\d+$/.test(wanted) ? null : await readCatalogueFiles(wanted);
    const { next, onSale } = await database(async (db) => ({
      next: files ?? (await loadedVersion(db, Number(wanted))).catalogue,
      onSale: await loadedOnSale(db, at),
    }));
    if (!onSale) throw new CommandError("no catalogue is on sale yet.");
    const changes = amountChanges(pricedAt(onSale.catalogue, at), pricedAt(next, at));
    const head = `Compared with what is on sale at ${timeText(at)} (version ${onSale.version})`;
    if (changes.length === 0) {
      io.out(`${head}: no price changes.`);
      return 0;
    }
    io.out(`${head}, CHF:`);
    const rows = changes.map(({ code, name, term, amount, old, new: now }) => [
      code,
      name,
      term === null ? "" : counted(term, "month"),
      AMOUNTS[amount],
      chf(old),
      "→",
      chf(now),
    ]);
    for (const line of aligned(rows, [4, 6])) io.out(line);
    return 0;
  },
};

const chf = (amount: Chf | null) => (amount === null ? "none" : francs(fromChf(amount)));
