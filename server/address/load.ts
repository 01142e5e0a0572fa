import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { parse } from "csv-parse";
import { sql } from "kysely";
import { addressWords } from "#core/address-search.ts";
import type { Database, Handle } from "#server/database/database.ts";

/** A row of the federal register of building addresses, by the names of its columns (domain facts). */
type RegisterRow = { ADR_EGAID: string; STN_LABEL: string; ADR_NUMBER: string; ZIP_LABEL: string; ADR_STATUS: string };
const COLUMNS: readonly (keyof RegisterRow)[] = ["ADR_EGAID", "STN_LABEL", "ADR_NUMBER", "ZIP_LABEL", "ADR_STATUS"];

export class AddressFileError extends Error {}

type House = { street: string; zipcode: string; city: string; number: string; egaid: string };
const BATCH = 2000;

/**
 * Loads a register file unless this very file is loaded already. Everything happens in one transaction: the old
 * addresses are served until the new set is complete, and an interrupted load leaves them as they were.
 */
export async function loadAddresses(
  db: Database,
  file: string,
  onProgress: (houses: number) => void = () => undefined,
): Promise<{ houses: number; changed: boolean }> {
  const checksum = await checksumOf(file);
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(779002)`.execute(tx);
    await sql`set local statement_timeout = 0`.execute(tx);
    const loaded = await tx
      .selectFrom("address_loads")
      .select("houses")
      .where("checksum", "=", checksum)
      .executeTakeFirst();
    if (loaded) return { houses: loaded.houses, changed: false };
    await tx.deleteFrom("address_loads").execute();
    await tx.deleteFrom("address_streets").execute();
    const streets = new Map<string, number>();
    let houses = 0;
    for await (const batch of batchesOf(file)) {
      await insertBatch(tx, batch, streets);
      houses += batch.length;
      onProgress(houses);
    }
    if (houses === 0) throw new AddressFileError(`${file} holds no addresses`);
    await tx.insertInto("address_loads").values({ checksum, houses }).execute();
    return { houses, changed: true };
  });
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

function checkedHeader(file: string, header: string[]): string[] {
  const missing = COLUMNS.filter((column) => !header.includes(column));
  if (missing.length > 0)
    throw new AddressFileError(`${file} has no column ${missing.join(", ")}: is it the register's CSV?`);
  return header;
}

/** `ZIP_LABEL` is "4052 Basel": postcode and postal place. Rows without either are no addresses to write to. */
function toHouse(row: RegisterRow): House | null {
  const place = /^(\d{4})\s+(.+)$/.exec(row.ZIP_LABEL);
  if (!place || row.STN_LABEL === "") return null;
  return {
    street: row.STN_LABEL,
    zipcode: place[1] ?? "",
    city: place[2] ?? "",
    number: row.ADR_NUMBER.toLowerCase(),
    egaid: row.ADR_EGAID,
  };
}

async function insertBatch(tx: Handle, batch: readonly House[], streets: Map<string, number>): Promise<void> {
  const keyOf = (house: House) => `${house.street}\n${house.zipcode}\n${house.city}`;
  const fresh = new Map(batch.filter((house) => !streets.has(keyOf(house))).map((house) => [keyOf(house), house]));
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
    for (const row of rows) streets.set(`${row.street}\n${row.zipcode}\n${row.city}`, row.id);
  }
  await sql`
    insert into address_houses (street_id, number, egaid)
    select * from unnest(${batch.map((house) => streets.get(keyOf(house)) ?? 0)}::int[], ${batch.map((house) => house.number)}::text[],
      ${batch.map((house) => house.egaid)}::text[])
    on conflict do nothing`.execute(tx);
}
