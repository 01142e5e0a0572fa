import { storable } from "#core/text/storable.ts";
import { sql } from "kysely";
import { addressReadings, comparedNumber, type AddressQuery } from "./address-search.ts";
import type { Spelling } from "#core/address/address-words.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { type Handler } from "#server/api/call.ts";
import { ok } from "#server/api/result.ts";

type Hit = { street: string; zipcode: string; city: string; house_number: string };

const MAX_HITS = 20;
/** Maximum number of streets to sort. Three letters match tens of thousands; sorting all of them would be too slow. */
const MAX_STREETS = 1000;

/**
 * Maximum number of streets to return if a house number is searched for, because some of them may not have it. Without
 * a house number, `MAX_HITS` streets are enough: each gives at least one hit.
 */
const MAX_STREETS_OF_NUMBER = 40;

/**
 * POST /address-search: returns addresses whose words begin with the typed ones, in any order, ignoring accents. House
 * numbers are in natural order.
 */
export function searchAddresses(services: { readonly db: Database }): Handler<"addressSearch"> {
  return async ({ body }) => {
    const hits = await findAddresses(services.db, body.term);
    return ok(hits.map((hit) => ({ ...hit, full: fullAddress(hit) })));
  };
}

/** Returns an address on one line. */
export function fullAddress(address: Hit): string {
  const street = [address.street, address.house_number].filter((part) => part !== "").join(" ");
  return `${street}, ${address.zipcode} ${address.city}`;
}

/** Returns the addresses that a typed text may mean, the most likely one first. */
export async function findAddresses(db: Handle, typed: string): Promise<Hit[]> {
  const term = storable(typed, " ");
  for (const reading of addressReadings(term)) {
    const hits = await hitsOf(db, reading, startOf(term));
    if (hits.length > 0) return hits;
  }
  return [];
}

/** Returns the first word that is not a number, to rank streets that start with it. */
const startOf = (term: string) =>
  withoutWildcards(/[^\s.,\d][^\s.,]*/.exec(term.toLowerCase().slice(0, 60))?.[0] ?? "");

async function hitsOf(db: Handle, { words, houseNumber }: AddressQuery, start: string): Promise<Hit[]> {
  const tsquery = words.map((spellings) => `(${spellings.map(lexeme).join(" | ")})`).join(" & ");
  const number = withoutWildcards(houseNumber ?? "");
  const figure = /^\d*/.exec(number)?.[0] ?? "";
  // In the register, digits come first, so only the part after them has to be compared, without spaces and regardless
  // of case.
  const compared = figure === number ? sql`number` : sql`replace(lower(number), ' ', '')`;
  const fits = figure === number ? sql`true` : sql`${compared} like ${`${number}%`}`;
  // Sorted by: the exact house number, streets that start with the typed text, short names, then house numbers.
  const { rows } = await sql<Hit>`
    select s.street, s.zipcode, s.city, h.number as house_number
    from (
      select id, street, zipcode, city, lower(street) like ${`${start}%`} as begins
      from (
        select id, street, zipcode, city from address_streets
        where search @@ to_tsquery('simple', ${tsquery}) limit ${MAX_STREETS}
      ) found
      order by begins desc, length(street), street, zipcode
      limit ${houseNumber === null ? MAX_HITS : MAX_STREETS_OF_NUMBER}
    ) s
    cross join lateral (
      select number, place, ${compared} = ${houseNumber}::text as exact
      from address_streets whole, unnest(whole.houses) with ordinality as house(number, place)
      where whole.id = s.id and number like ${`${figure}%`} and ${fits}
      order by exact desc, place limit ${MAX_HITS}
    ) h
    order by h.exact desc, s.begins desc, length(s.street), s.street, s.zipcode, h.place
    limit ${MAX_HITS}`.execute(db);
  return rows;
}

const lexeme = ({ text, whole }: Spelling) => `'${text}'${whole ? "" : ":*"}`;

const withoutWildcards = (text: string) => text.replaceAll(/[%_\\]/g, "");

/** POST /address-population: returns an address as the register spells it; an unknown address is returned unchanged. */
export function populateAddress(services: { readonly db: Database }): Handler<"addressPopulation"> {
  return async ({ body }) => {
    const known = await services.db
      .selectFrom("address_streets")
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom(sql<{ number: string }>`unnest(houses)`.as<"house">(sql`house(number)`))
            .select("house.number as house_number")
            .where(sql<boolean>`replace(lower(house.number), ' ', '') = ${comparedNumber(body.house_number)}`)
            .as("house"),
        (join) => join.onTrue(),
      )
      .select(["city", "street", "zipcode", "house_number"])
      .where("zipcode", "=", body.zipcode.trim())
      .where(sql<string>`lower(street)`, "=", body.street.trim().toLowerCase())
      .limit(1)
      .executeTakeFirst();
    return ok(
      known ?? { city: body.city, street: body.street, zipcode: body.zipcode, house_number: body.house_number },
    );
  };
}

/** POST /postal-code-towns: returns the towns that the register has for a postal code, in alphabetical order. */
export function townsOfPostalCode(services: { readonly db: Database }): Handler<"postalCodeTowns"> {
  return async ({ body }) => {
    const zipcode = body.zipcode.trim();
    return ok({ towns: /^\d{4}$/.test(zipcode) ? await townsWith(services.db, zipcode) : [] });
  };
}

/** Returns the towns that the register has for a postal code, in alphabetical order. */
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
