import { COMPOUND_ENDS, plainLetters, searchedWords, type Spelling } from "#core/address/address-words.ts";
import { readStreet, tidyCareOf } from "#core/address/care-of.ts";
import { readPoBox } from "#core/address/po-box.ts";

/**
 * A possible interpretation of a search: words of street, postcode and town, and a house number in the form of
 * `comparedNumber`.
 */
export type AddressQuery = {
  readonly words: readonly (readonly Spelling[])[];
  readonly houseNumber: string | null;
};

/** Maximum number of words and letters of a search that are used; no address has more. */
const MAX_WORDS = 8;
const MAX_LETTERS = 200;
/** Maximum number of parts to try as the house number. Each can cause up to three queries without a result. */
const MAX_NUMBERS = 3;

/** Returns a house number in the form in which it is compared: `100 A` becomes 100a. */
export const comparedNumber = (number: string): string => number.toLowerCase().replace(/\s/g, "");

/**
 * Matches possible house numbers: 12, 12 bis, 64a.1, 14-16, 100 A, 1203. A letter before an apostrophe belongs to a
 * word.
 */
const HOUSE_NUMBER =
  /(?<![\p{L}\p{N}.-])\d{1,4}(?:[a-z]{1,3}| ?(?:bis|ter|quater)| [a-z](?!['’.]))?(?:\.\d+[a-z]?)?(?: ?[-/] ?\d{1,3}[a-z]?)?(?![\p{L}\p{N}])/gu;

/** Few houses have a letter beyond this one. */
const LAST_USUAL_LETTER = "h";

/** A part of a search that may be the house number. */
type NumberInText = { readonly number: string; readonly from: number; readonly to: number };

/** Returns whether it has four digits, which are more likely a postcode than a house number. */
const mayBePostcode = ({ number }: NumberInText) => /^\d{4}$/.test(number);

/** How typed spellings of numbers are changed to those of the register. */
const NUMBER_SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/\bch-(?=\d{4}\b)/g, ""],
  // Bahnhofstr.1, Langstrasse12
  [/(\p{L}{3}|\p{L}{2}\.)(?=\d)/gu, "$1 "],
  // Nr. 12, No 12, n° 12
  [/(?<![\p{L}\p{N}])(?:n[ro]\b\.?|n[.°º]|№|nummer|numero) ?(?=\d)/gu, ""],
  // 14 bis 16; but `12 bis 2610` is a house number and a postcode
  [/(\d[a-z]?) bis (?=\d{1,3}[a-z]?(?!\d))/g, "$1-"],
  // 64 a.1
  [/(\d) ([a-z]\.\d)/g, "$1$2"],
];

/** The country at the end of an address. A street can have the same name, so it is not always removed. */
const COUNTRY = /[ ,]+(?:ch|schweiz|suisse|svizzera|svizra|switzerland|svajcarska)\.?$/;
/** A hyphen before the kind of street: in the register, Bahnhof-Strasse is mostly Bahnhofstrasse. */
const COMPOUND = new RegExp(`(?<=\\p{L})-(?=(?:${COMPOUND_ENDS})(?!\\p{L}))`, "gu");

/** Maximum number of words in a name that is typed before a street without a comma. */
const MAX_NAMES = 3;

/**
 * Returns the possible texts of a search, the most likely one first: as typed, without the country, with compound words
 * joined.
 */
function textsOf(term: string): readonly string[] {
  const typed = term.slice(0, MAX_LETTERS);
  // P.O. boxes are removed, because the register does not contain any.
  const { street } = readStreet(readPoBox(typed).street || typed);
  const name = tidyCareOf(street);
  const plain = NUMBER_SPELLINGS.reduce((text, [from, to]) => text.replace(from, to), plainLetters(name)).trim();
  const local = plain.replace(COUNTRY, "");
  if (name === street) return [...new Set([plain, local, local.replace(COMPOUND, "")])];
  const words = local.split(" ");
  return Array.from({ length: Math.min(MAX_NAMES, words.length - 1) }, (_, at) => words.slice(at + 1).join(" "));
}

/**
 * Returns the possible interpretations of a search, the most likely one first; the first one found in the register
 * counts. Four digits are tried as a postcode before they are tried as a house number. If no house has the number, its
 * digits are searched, and then the street alone.
 */
export function addressReadings(term: string): readonly AddressQuery[] {
  return textsOf(term).flatMap(readingsOf);
}

function readingsOf(text: string): readonly AddressQuery[] {
  const numbers = numbersOf(text);
  const without = ({ from, to }: NumberInText, houseNumber: string | null) =>
    queryOf(`${text.slice(0, from)} ${text.slice(to)}`, houseNumber);
  const withNumber = numbers.map((each) => without(each, each.number));
  const whole = queryOf(text, null);
  const exact = numbers.every(mayBePostcode) ? [whole, ...withNumber] : [...withNumber, whole];
  const street = numbers.flatMap((each) => {
    const figure = /^\d+/.exec(each.number)?.[0] ?? "";
    return [...(figure === each.number ? [] : [without(each, figure)]), without(each, null)];
  });
  return [...exact, ...street].filter(({ words }) => lettersOf(words) >= 2);
}

/**
 * Counts the typed letters. Fewer than two would match half of the register. The last spelling of each word is the
 * typed one.
 */
const lettersOf = (words: AddressQuery["words"]) =>
  words.reduce((sum, spellings) => sum + (spellings.at(-1)?.text.length ?? 0), 0);

const queryOf = (text: string, houseNumber: string | null): AddressQuery => ({
  words: searchedWords(text).slice(0, MAX_WORDS),
  houseNumber,
});

/**
 * Returns the possible house numbers: first the one at the start, then the others from the end; postcodes come last.
 */
function numbersOf(text: string): readonly NumberInText[] {
  const all = [...text.matchAll(HOUSE_NUMBER)].flatMap(({ 0: found, index: from }): readonly NumberInText[] => {
    const whole = { number: comparedNumber(found), from, to: from + found.length };
    const [, alone, letter = ""] = /^(\d+) ([a-z])$/.exec(found) ?? [];
    if (alone === undefined) return [whole];
    // In `12 a`, the letter is probably part of the number; in `12 z`, it is more often an incomplete `Zürich`.
    const figure = { number: alone, from, to: from + alone.length };
    return letter <= LAST_USUAL_LETTER ? [whole, figure] : [figure, whole];
  });
  const rank = (each: NumberInText) => {
    if (mayBePostcode(each)) return 2;
    return each.from === 0 ? 0 : 1;
  };
  return all.toSorted((one, other) => rank(one) - rank(other) || other.from - one.from).slice(0, MAX_NUMBERS);
}
