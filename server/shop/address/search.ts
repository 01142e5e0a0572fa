import { sql } from "kysely";
import { addressQuery } from "#core/address-search.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import type { Handler } from "#server/platform/http/call.ts";
import { ok } from "#server/platform/http/result.ts";

type Hit = { street: string; zipcode: string; city: string; house_number: string };

const MAX_HITS = 20;
/** Maximum number of streets to sort. Three letters match tens of thousands, and sorting them all would be too slow. */
const MAX_STREETS = 1000;

/** POST /address-search: matches words by prefix, in any order, ignoring accents. House numbers are in natural order. */
export function searchAddresses(services: { readonly db: Database }): Handler<"addressSearch"> {
  return async ({ body }) => {
    const hits = await findAddresses(services.db, body.term);
    return ok(hits.map((hit) => ({ ...hit, full: fullAddress(hit) })));
  };
}

/** An address in one line. */
export function fullAddress(address: Hit): string {
  const street = [address.street, address.house_number].filter((part) => part !== "").join(" ");
  return `${street}, ${address.zipcode} ${address.city}`;
}

/** Addresses that a typed text may mean, the likeliest first. */
export async function findAddresses(db: Handle, typed: string): Promise<Hit[]> {
  const term = typed.toWellFormed().replaceAll("\u0000", " ");
  const { words, houseNumber } = addressQuery(term);
  if (words.length === 0 || words.join("").length < 2) return [];
  const tsquery = words.map((word) => `'${word.replaceAll(/['\\]/g, "")}':*`).join(" & ");
  const number = withoutWildcards(houseNumber ?? "");
  const start = withoutWildcards(
    term
      .trim()
      .toLowerCase()
      .slice(0, 60)
      .split(/[\s.,]/)[0] ?? "",
  );
  // Order: the exact house number, streets that begin with the typed text, short names, then house numbers.
  const { rows } = await sql<Hit>`
    select s.street, s.zipcode, s.city, h.number as house_number
    from (
      select id, street, zipcode, city, lower(street) like ${`${start}%`} as begins
      from (
        select id, street, zipcode, city from address_streets
        where search @@ to_tsquery('simple', ${tsquery}) limit ${MAX_STREETS}
      ) found
      order by begins desc, length(street), street, zipcode
      limit 40
    ) s
    cross join lateral (
      select number, place from address_streets whole, unnest(whole.houses) with ordinality as house(number, place)
      where whole.id = s.id and number like ${`${number}%`}
      order by number = ${houseNumber}::text desc, place limit ${MAX_HITS}
    ) h
    order by h.number = ${houseNumber}::text desc, s.begins desc, length(s.street), s.street, s.zipcode, h.place
    limit ${MAX_HITS}`.execute(db);
  return rows;
}

const withoutWildcards = (text: string) => text.replaceAll(/[%_\\]/g, "");

/** POST /address-population: the register's spelling of an address; an unknown address is returned unchanged. */
export function populateAddress(services: { readonly db: Database }): Handler<"addressPopulation"> {
  return async ({ body }) => {
    const number = body.house_number.trim().toLowerCase();
    const known = await services.db
      .selectFrom("address_streets")
      .select(["city", "street", "zipcode", sql.val(number).as("house_number")])
      .where("zipcode", "=", body.zipcode.trim())
      .where(sql<string>`lower(street)`, "=", body.street.trim().toLowerCase())
      .where(sql<boolean>`${number} = any(houses)`)
      .limit(1)
      .executeTakeFirst();
    return ok(
      known ?? { city: body.city, street: body.street, zipcode: body.zipcode, house_number: body.house_number },
    );
  };
}

/** POST /postal-code-towns: the towns that the register has with a postal code, in alphabetical order. */
export function townsOfPostalCode(services: { readonly db: Database }): Handler<"postalCodeTowns"> {
  return async ({ body }) => {
    const zipcode = body.zipcode.trim();
    return ok({ towns: /^\d{4}$/.test(zipcode) ? await townsWith(services.db, zipcode) : [] });
  };
}

/** The towns that the register has with a postal code, in alphabetical order. */
export async function townsWith(db: Handle, zipcode: string): Promise<string[]> {
  const towns = await db
    .selectFrom("address_streets")
    .select("city")
    .distinct()
    .where("zipcode", "=", zipcode)
    .orderBy("city")
    .execute();
  return towns.map(({ city }) => city);
}
