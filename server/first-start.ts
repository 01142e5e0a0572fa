import type { Catalogue } from "#core/catalogue/catalogue.ts";
import type { Database } from "#server/platform/database/database.ts";
import { hasAddresses, loadAddresses } from "#server/shop/address/load.ts";
import { startWith, type AtStart, type Started } from "#server/shop/catalogue/versions.ts";
import { isPoolEmpty, loadNumbers } from "#server/shop/phone-numbers/pool.ts";
import { readNumberFile } from "#server/shop/phone-numbers/top-up.ts";

const ADDRESS_SAMPLE = "demo/addresses/sample.csv";
const NUMBER_SAMPLE = "demo/numbers.csv";

export type FirstStart = {
  /** The catalogue of the files in `catalogueDir`. */
  readonly catalogue: Catalogue;
  readonly catalogueDir: string;
  /** What to do with the catalogue files; by default, they are only put on sale in an empty database. */
  readonly catalogueAtStart: AtStart;
  /** From when an empty shop sells its catalogue; from `now` if undefined. */
  readonly onSaleSince: Date | undefined;
  /** In production, no invented addresses and numbers are loaded. */
  readonly production: boolean;
  readonly now: Date;
};

/**
 * Fills a migrated database with what a shop needs to sell: the catalogue of its files, and outside of production
 * sample addresses and numbers. Later starts leave what is there. Returns a line about each change and gap.
 */
export async function fillAtStart(db: Database, start: FirstStart): Promise<readonly string[]> {
  const { now, onSaleSince: since } = start;
  const lines: (string | null)[] = [
    describeStarted(await startWith(db, start.catalogue, start.catalogueAtStart, { now, since }), start.catalogueDir),
  ];
  if (!start.production) {
    const addresses = await loadAddressSample(db);
    if (addresses) lines.push(`Address sample loaded (${addresses} houses)`);
    const numbers = await loadNumberSample(db, now);
    if (numbers > 0) lines.push(`Sample of new numbers loaded (${numbers})`);
  } else if (!(await hasAddresses(db)))
    lines.push(
      "No addresses are loaded, so the address search finds none: `kasse addresses load <file>` loads a register.",
    );
  return lines.filter((line) => line !== null);
}

/** Returns a line about the catalogue at the start; null if the files are the same as on sale. */
function describeStarted(started: Started, folder: string): string | null {
  switch (started.kind) {
    case "same":
      return null;
    case "onSale":
      return `Catalogue on sale (version ${started.version})`;
    case "differs":
      return started.loadedAs === null
        ? `The catalogue files in ${folder} are not those of version ${started.version}, which is on sale, and are not loaded: \`kasse catalogue diff\` compares them, \`kasse catalogue load\` loads them.`
        : `The catalogue files in ${folder} are version ${started.loadedAs}; version ${started.version} is on sale: \`kasse catalogue list\` shows what is planned, \`kasse catalogue activate ${started.loadedAs}\` puts them on sale.`;
  }
}

/** Loads invented phone numbers into an empty pool, for trying out Kasse. Returns how many. */
async function loadNumberSample(db: Database, now: Date): Promise<number> {
  if (!(await isPoolEmpty(db))) return 0;
  const read = await readNumberFile(NUMBER_SAMPLE);
  if (!read.ok) throw new Error(read.mistakes[0]);
  return (await loadNumbers(db, read.msisdns, { actor: "Kasse", reason: "sample", now })).length;
}

/**
 * Loads the sample if there are no addresses yet. Never replaces a register that an operator has loaded. Returns the
 * number of houses, or null.
 */
async function loadAddressSample(db: Database): Promise<number | null> {
  const { houses, changed } = await loadAddresses(db, ADDRESS_SAMPLE, { onlyWhereNone: true });
  return changed ? houses : null;
}
