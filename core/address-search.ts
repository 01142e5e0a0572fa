import { plainLetters, searchedWords, type Spelling } from "./address-words.ts";
import { readStreet } from "./care-of.ts";

/** What a search may mean: words of street, postcode and place, and a house number in the form of `comparedNumber`. */
export type AddressQuery = {
  readonly words: readonly (readonly Spelling[])[];
  readonly houseNumber: string | null;
};

/** Only this many words and letters of a search are used; no address has more. */
const MAX_WORDS = 8;
const MAX_LETTERS = 200;
/** Only this many figures may be the house number: each costs up to three queries where nothing is found. */
const MAX_NUMBERS = 3;

/** A house number as it is compared: `100 A` is 100a. */
export const comparedNumber = (number: string): string => number.toLowerCase().replace(/\s/g, "");

/** What may be a house number: 12, 12 bis, 64a.1, 14-16, 100 A, 1203. A letter before an apostrophe is a word's. */
const HOUSE_NUMBER =
  /(?<![\p{L}\p{N}.-])\d{1,4}(?:[a-z]{1,3}| ?(?:bis|ter|quater)| [a-z](?!['’.]))?(?:\.\d+[a-z]?)?(?: ?[-/] ?\d{1,3}[a-z]?)?(?![\p{L}\p{N}])/gu;

/** Few houses have a later letter. */
const LAST_USUAL_LETTER = "h";

/** A part of a search that may be its house number. */
type NumberInText = { readonly number: string; readonly from: number; readonly to: number };

/** Four figures are a postcode rather than a house number. */
const mayBePostcode = ({ number }: NumberInText) => /^\d{4}$/.test(number);

/**
 * What a search may mean, the likeliest first; the first one that the register has counts. Four figures are a postcode
 * before they are a house number. If no house has the number, its figure is searched, and then the street alone.
 */
export function addressReadings(term: string): readonly AddressQuery[] {
  const text = plainLetters(readStreet(term.slice(0, MAX_LETTERS)).street)
    .replace(/\bch-(?=\d{4}\b)/g, "")
    .trim();
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

/** The letters as typed, which are the last spelling of each word. Fewer would find half of the register. */
const lettersOf = (words: AddressQuery["words"]) =>
  words.reduce((sum, spellings) => sum + (spellings.at(-1)?.text.length ?? 0), 0);

const queryOf = (text: string, houseNumber: string | null): AddressQuery => ({
  words: searchedWords(text).slice(0, MAX_WORDS),
  houseNumber,
});

/** What may be the house number: what the search begins with, then what stands last; postcodes after all others. */
function numbersOf(text: string): readonly NumberInText[] {
  const all = [...text.matchAll(HOUSE_NUMBER)].flatMap(({ 0: found, index: from }): readonly NumberInText[] => {
    const whole = { number: comparedNumber(found), from, to: from + found.length };
    const [, alone, letter = ""] = /^(\d+) ([a-z])$/.exec(found) ?? [];
    if (alone === undefined) return [whole];
    // "12 a" is a house; "12 z" is more often the beginning of Zürich, typed so far.
    const figure = { number: alone, from, to: from + alone.length };
    return letter <= LAST_USUAL_LETTER ? [whole, figure] : [figure, whole];
  });
  const rank = (each: NumberInText) => (mayBePostcode(each) ? 2 : each.from === 0 ? 0 : 1);
  return all.toSorted((one, other) => rank(one) - rank(other) || other.from - one.from).slice(0, MAX_NUMBERS);
}
