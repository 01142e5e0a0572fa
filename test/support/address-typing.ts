import { readFile } from "node:fs/promises";
import { plainLetters } from "#core/address/address-words.ts";
import { fullAddress } from "#server/shop/address/search.ts";
import { pick, type Random } from "./seeded.ts";

type Address = Parameters<typeof fullAddress>[0];

/** Reads the addresses of a register's CSV without quotes, such as the demo's. */
export async function registerOf(file: string): Promise<readonly Address[]> {
  const [, ...rows] = (await readFile(file, "utf8")).trim().split(/\r?\n/);
  return rows.map((row) => {
    const [, , , , street = "", house_number = "", , , place = ""] = row.split(";");
    return { street, house_number, zipcode: place.slice(0, 4), city: place.slice(5) };
  });
}

/** Words and endings, and their usual abbreviations. */
const SHORT: readonly (readonly [RegExp, string])[] = [
  [/strasse\b/gi, "str."],
  [/platz\b/gi, "pl."],
  [/\b(?:Place|Piazza)\b/g, "Pl."],
  [/\bRue\b/g, "R."],
  [/\bRoute\b/g, "Rte"],
  [/\bChemin\b/g, "Ch."],
  [/\bAvenue\b/g, "Av."],
  [/\bBoulevard\b/g, "Bd"],
  [/\bViale\b/g, "V.le"],
  [/\b(?:Saint|Sainte|Sankt|San|Santa)\b/g, "St."],
];

const shortened = (text: string) =>
  SHORT.reduce((short, [long, abbreviation]) => short.replace(long, abbreviation), text);

/** Formats `12bis` with the space that many people type. */
const spaced = (number: string) => number.replace(/(?<=\d)(?=[a-z])/i, " ");

const withoutUmlauts = (text: string) =>
  text.toLowerCase().replaceAll("ä", "ae").replaceAll("ö", "oe").replaceAll("ü", "ue");

/** Six ways in which people type a known address, without mistakes. */
export const WAYS = {
  "as the register writes it": fullAddress,
  "lower case, without accents and signs": (address) =>
    plainLetters(fullAddress(address)).replace(/[^\p{L}\p{N}.]+/gu, " "),
  abbreviated: ({ street, house_number, city }) => shortened(`${street} ${house_number} ${city}`),
  "number before the street": ({ street, house_number, zipcode, city }) =>
    `${house_number}, ${street}, ${zipcode} ${city}`,
  "postcode and town first": ({ street, house_number, zipcode, city }) =>
    `${zipcode} ${city}, ${street} ${house_number}`,
  "umlauts as two letters, a space in the number, no town": ({ street, house_number, zipcode }) =>
    withoutUmlauts(`${street} ${spaced(house_number)} ${zipcode}`),
} as const satisfies Readonly<Record<string, (address: Address) => string>>;

/** Searches whose address is not among the first five. */
export type Missed = { readonly way: string; readonly typed: string };

/**
 * Types a number of random addresses in all ways. `random` draws the addresses. Returns the searches that miss them.
 */
export async function missedOf(
  find: (term: string) => Promise<readonly Address[]>,
  {
    addresses,
    draws,
    random,
  }: { readonly addresses: readonly Address[]; readonly draws: number; readonly random: Random },
): Promise<readonly Missed[]> {
  const missed: Missed[] = [];
  for (let draw = 0; draw < draws; draw += 1) {
    const address = pick(random, addresses);
    for (const [way, typedAs] of Object.entries(WAYS)) {
      const typed = typedAs(address);
      const first = (await find(typed)).slice(0, 5).map(fullAddress);
      if (!first.includes(fullAddress(address))) missed.push({ way, typed });
    }
  }
  return missed;
}
