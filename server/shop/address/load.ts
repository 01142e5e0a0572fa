import { createHash } from "node:crypto";
import { sql } from "kysely";
import { comparedNumber } from "./address-search.ts";
import { indexedWords } from "#core/address/address-words.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { LOCKS } from "#server/platform/database/locks.ts";
import { AddressFileError, bytesOf, readRegister, type Streets } from "./register.ts";

export { AddressFileError };

export type AddressLoadOptions = {
  /** Called with the number of rows read so far. */
  readonly onProgress?: (rows: number) => void;
  /** Replaces the loaded addresses even if there would then be less than half as many. */
  readonly smaller?: boolean;
  /** Does nothing if addresses are loaded or just being loaded. */
  readonly onlyWhereNone?: boolean;
};

/** Returns the number of addresses as text. */
export const addressCount = (count: number): string => `${count} address${count === 1 ? "" : "es"}`;

/** Number of streets per insert. */
const BATCH = 1000;

/**
 * Loads a register file, unless the same file is already loaded. It is a single transaction, so the old addresses are
 * used until the new ones are complete, and an interrupted load changes nothing. `houses`: the number of stored houses,
 * which can be smaller than the number of rows. `leftOut`: the lines without an address. Throws an AddressFileError,
 * also if the file has less than half of the loaded houses, because a truncated download would empty the search.
 */
export async function loadAddresses(
  db: Database,
  file: string,
  { onProgress = () => undefined, onlyWhereNone = false, smaller = false }: AddressLoadOptions = {},
): Promise<{ houses: number; changed: boolean; leftOut: readonly number[] }> {
  const unchanged = (houses: number) => ({ houses, changed: false, leftOut: [] });
  if (onlyWhereNone && (await hasAddresses(db))) return unchanged(0);
  const checksum = await checksumOf(file);
  const outcome = await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    if (onlyWhereNone) {
      const { rows } = await sql<{
        free: boolean;
      }>`select pg_try_advisory_xact_lock(${LOCKS.addresses}) as free`.execute(tx);
      if (!rows[0]?.free || (await hasAddresses(tx))) return unchanged(0);
    } else await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.addresses)})`.execute(tx);
    const loaded = await tx.selectFrom("address_loads").select(["checksum", "houses"]).executeTakeFirst();
    if (loaded?.checksum === checksum) return unchanged(loaded.houses);
    await tx.deleteFrom("address_loads").execute();
    await tx.deleteFrom("address_streets").execute();
    const { streets, leftOut } = await readRegister(file, onProgress);
    const houses = await insertStreets(tx, streets);
    if (houses === 0) throw new AddressFileError(`${file} contains no addresses`);
    if (loaded && houses < loaded.houses / 2 && !smaller)
      throw new AddressFileError(
        `${file} has ${addressCount(houses)}, and ${loaded.houses} are loaded: is it complete? Nothing was changed; --smaller loads it anyway`,
      );
    await tx.insertInto("address_loads").values({ checksum, houses }).execute();
    return { houses, changed: true, leftOut };
  });
  if (outcome.changed) await tidyUp(db);
  return outcome;
}

/** Vacuums and analyses the tables now, so that this does not slow down searches later. */
async function tidyUp(db: Database): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`vacuum (analyze) address_streets`.execute(connection);
    await sql`reset statement_timeout`.execute(connection);
  });
}

/** Returns whether any addresses are loaded. */
export async function hasAddresses(db: Handle): Promise<boolean> {
  return (await db.selectFrom("address_loads").select("checksum").executeTakeFirst()) !== undefined;
}

/** Must be changed whenever `indexedWords` changes, so that a file that is already loaded is loaded again. */
const INDEX = "3: classes of words, towns, compounds";

async function checksumOf(file: string): Promise<string> {
  const hash = createHash("sha256").update(INDEX);
  for await (const chunk of bytesOf(file)) hash.update(chunk);
  return hash.digest("hex");
}

/** Inserts streets with their houses, each house number once. Returns the number of houses. */
async function insertStreets(tx: Handle, streets: Streets): Promise<number> {
  let houses = 0;
  // The next batch is prepared while the database inserts this one.
  let inserting: Promise<unknown> = Promise.resolve();
  const all = [...streets];
  for (let at = 0; at < all.length; at += BATCH) {
    const rows = all.slice(at, at + BATCH).map(([key, numbers]) => rowOf(key, numbers));
    houses += rows.reduce((sum, { numbers }) => sum + numbers.length, 0);
    await inserting;
    inserting = insertRows(tx, rows);
  }
  await inserting;
  return houses;
}

type Row = ReturnType<typeof rowOf>;

function rowOf(key: string, numbers: readonly string[]) {
  const [street = "", zipcode = "", city = ""] = key.split("\n");
  const words = indexedWords(`${street} ${zipcode} ${city}`).join(" ");
  return { street, zipcode, city, words, numbers: inNaturalOrder(numbers) };
}

/**
 * Returns each house number once, in its first spelling, sorted: those without digits first, then by the leading
 * digits, then by the rest.
 */
function inNaturalOrder(numbers: readonly string[]): string[] {
  const figure = (number: string) => Number(/^\d+/.exec(number)?.[0] ?? -1);
  const spellings = new Map<string, string>();
  for (const number of numbers) {
    const compared = comparedNumber(number);
    if (!spellings.has(compared)) spellings.set(compared, number);
  }
  return [...spellings]
    .sort(([one], [other]) => figure(one) - figure(other) || (one < other ? -1 : 1))
    .map(([, number]) => number);
}

async function insertRows(tx: Handle, rows: readonly Row[]): Promise<void> {
  const texts = (name: "street" | "zipcode" | "city" | "words") => rows.map((row) => row[name]);
  // The numbers are joined to one text per street, because an array of arrays would need equally many houses in each
  // street. The empty first line distinguishes one empty number from none.
  const houses = rows.map(({ numbers }) => `\n${numbers.join("\n")}`);
  await sql`
    insert into address_streets (street, zipcode, city, houses, search)
    select street, zipcode, city, (string_to_array(houses, chr(10)))[2:], to_tsvector('simple', words)
    from unnest(${texts("street")}::text[], ${texts("zipcode")}::text[], ${texts("city")}::text[], ${houses}::text[],
      ${texts("words")}::text[]) as t(street, zipcode, city, houses, words)`.execute(tx);
}
