import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { parse } from "csv-parse";
import { sql } from "kysely";
import { addressWords } from "#core/address-search.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { LOCKS } from "#server/platform/database/locks.ts";

/** A row of the federal register of building addresses, with its column names (domain facts). */
type RegisterRow = { ADR_EGAID: string; STN_LABEL: string; ADR_NUMBER: string; ZIP_LABEL: string; ADR_STATUS: string };
const COLUMNS: readonly (keyof RegisterRow)[] = ["ADR_EGAID", "STN_LABEL", "ADR_NUMBER", "ZIP_LABEL", "ADR_STATUS"];

/** The file is not a register of addresses. The message is for the operator. */
export class AddressFileError extends Error {}

export type AddressLoadOptions = {
  /** Called after each batch with the number of rows inserted so far. */
  readonly onProgress?: (rows: number) => void;
  /** Does nothing if addresses are loaded or being loaded. */
  readonly onlyWhereNone?: boolean;
};

type House = {
  street: string;
  zipcode: string;
  city: string;
  number: string;
  egaid: string;
  /** Identifies street, postcode and place. */
  key: string;
};
const BATCH = 1000;

/**
 * Loads a register file, unless the same file is already loaded. This is a single transaction: the old addresses are used
 * until the new ones are complete, and an interrupted load changes nothing. `houses` is the number of stored houses; the file
 * may have more rows. Throws an AddressFileError.
 */
export async function loadAddresses(
  db: Database,
  file: string,
  { onProgress = () => undefined, onlyWhereNone = false }: AddressLoadOptions = {},
): Promise<{ houses: number; changed: boolean }> {
  if (onlyWhereNone && (await anyLoad(db))) return { houses: 0, changed: false };
  const checksum = await checksumOf(file);
  const outcome = await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    if (onlyWhereNone) {
      const { rows } = await sql<{
        free: boolean;
      }>`select pg_try_advisory_xact_lock(${LOCKS.addresses}) as free`.execute(tx);
      if (!rows[0]?.free || (await anyLoad(tx))) return { houses: 0, changed: false };
    } else await sql`select pg_advisory_xact_lock(${LOCKS.addresses})`.execute(tx);
    const loaded = await tx
      .selectFrom("address_loads")
      .select("houses")
      .where("checksum", "=", checksum)
      .executeTakeFirst();
    if (loaded) return { houses: loaded.houses, changed: false };
    await tx.deleteFrom("address_loads").execute();
    await tx.deleteFrom("address_streets").execute();
    const streets = new Map<string, number>();
    let rows = 0;
    let houses = 0;
    // The next batch is read while the database inserts this one.
    let inserting: Promise<number> = Promise.resolve(0);
    for await (const batch of batchesOf(file)) {
      houses += await inserting;
      onProgress(rows);
      rows += batch.length;
      inserting = insertBatch(tx, batch, streets);
      // If reading fails first, nobody awaits this promise; avoid an unhandled rejection.
      inserting.catch(() => undefined);
    }
    houses += await inserting;
    onProgress(rows);
    if (houses === 0) throw new AddressFileError(`${file} contains no addresses`);
    await tx.insertInto("address_loads").values({ checksum, houses }).execute();
    return { houses, changed: true };
  });
  if (outcome.changed) await tidyUp(db);
  return outcome;
}

/** Vacuums and analyses now, so that it does not slow down searches later. */
async function tidyUp(db: Database): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`vacuum (analyze) address_streets`.execute(connection);
    await sql`vacuum (analyze) address_houses`.execute(connection);
    await sql`reset statement_timeout`.execute(connection);
  });
}

async function anyLoad(db: Handle): Promise<boolean> {
  return (await db.selectFrom("address_loads").select("checksum").executeTakeFirst()) !== undefined;
}

async function checksumOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

async function* batchesOf(file: string): AsyncGenerator<House[]> {
  const rows = createReadStream(file).pipe(
    parse({
      bom: true,
      delimiter: ";",
      columns: (header: string[]) => checkedHeader(file, header),
      relax_quotes: true,
      relax_column_count: true,
    }),
  );
  let batch: House[] = [];
  for await (const row of rows as AsyncIterable<RegisterRow>) {
    const house = toHouse(row);
    if (house) batch.push(house);
    if (batch.length === BATCH) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** The columns to read. `false` skips a column, which saves most of the work. */
function checkedHeader(file: string, header: string[]): (string | false)[] {
  const missing = COLUMNS.filter((column) => !header.includes(column));
  if (missing.length > 0)
    throw new AddressFileError(`${file} has no column ${missing.join(", ")}: is it the register's CSV?`);
  const wanted: readonly string[] = COLUMNS;
  return header.map((column) => (wanted.includes(column) ? column : false));
}

/** Converts a row; null for rows without a postal address. `ZIP_LABEL` is postcode and place, such as "4052 Basel". */
function toHouse(row: RegisterRow): House | null {
  const place = /^(\d{4})\s+(\S.*)$/.exec(row.ZIP_LABEL);
  if (!place || row.STN_LABEL === "") return null;
  const [, zipcode = "", city = ""] = place;
  const street = row.STN_LABEL;
  const key = keyOf({ street, zipcode, city });
  return { street, zipcode, city, number: row.ADR_NUMBER.toLowerCase(), egaid: row.ADR_EGAID, key };
}

const keyOf = (place: { street: string; zipcode: string; city: string }) =>
  `${place.street}\n${place.zipcode}\n${place.city}`;

async function insertBatch(tx: Handle, batch: readonly House[], streets: Map<string, number>): Promise<number> {
  const fresh = new Map(batch.filter((house) => !streets.has(house.key)).map((house) => [house.key, house]));
  if (fresh.size > 0) {
    const list = [...fresh.values()];
    const texts = list.map((house) =>
      [...new Set(addressWords(`${house.street} ${house.zipcode} ${house.city}`))].join(" "),
    );
    const { rows } = await sql<{ id: number; street: string; zipcode: string; city: string }>`
      insert into address_streets (street, zipcode, city, search)
      select street, zipcode, city, to_tsvector('simple', words)
      from unnest(${list.map((house) => house.street)}::text[], ${list.map((house) => house.zipcode)}::text[],
        ${list.map((house) => house.city)}::text[], ${texts}::text[]) as t(street, zipcode, city, words)
      returning id, street, zipcode, city`.execute(tx);
    for (const row of rows) streets.set(keyOf(row), row.id);
  }
  const { numAffectedRows } = await sql`
    insert into address_houses (street_id, number, egaid)
    select * from unnest(${batch.map((house) => streets.get(house.key) ?? 0)}::int[], ${batch.map((house) => house.number)}::text[],
      ${batch.map((house) => house.egaid)}::text[])
    on conflict do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}
