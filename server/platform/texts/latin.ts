import { transliterate } from "transliteration";

type Letters = Readonly<Record<string, string>>;

/** German umlauts as two letters; the library would only drop the dots. */
const GERMAN: Letters = { ä: "ae", ö: "oe", ü: "ue" };

/** Cyrillic letters that passports (ICAO Doc 9303-3, section 6, table B) transliterate differently from the library. */
const CYRILLIC: Letters = { ё: "e", й: "i", х: "kh", ъ: "ie", ь: "", ю: "iu", я: "ia", є: "ie", ї: "i", ґ: "g" };
/** Serbian and Macedonian letters, according to the notes of that table. */
const SERBIAN: Letters = { ж: "z", ц: "c", ч: "c", ћ: "c", ш: "s", ђ: "d", џ: "dz", ј: "j", љ: "lj", њ: "nj", х: "h" };
/** Ukrainian letters, according to the notes of that table. */
const UKRAINIAN: Letters = { г: "h", и: "y" };

/** Greek letters and pairs that passports (ELOT 743) transliterate differently from the library. */
const GREEK: Letters = { ου: "ou", ού: "ou", γγ: "ng", γξ: "nx", γχ: "nch", χ: "ch" };
/** Greek letters whose transliteration depends on the letters beside them. */
const GREEK_BESIDE: readonly (readonly [RegExp, string])[] = [
  [/^μπ/iu, "b"],
  [/(?<=[αεη])[υύ](?=[θκξπσςτφχψ])/giu, "f"],
  [/(?<=[αεη])[υύ]/giu, "v"],
];

/** The Georgian national system of 2002, without its apostrophes, as used in passports. */
const GEORGIAN: Letters = Object.fromEntries(
  "ა:a ბ:b გ:g დ:d ე:e ვ:v ზ:z თ:t ი:i კ:k ლ:l მ:m ნ:n ო:o პ:p ჟ:zh რ:r ს:s ტ:t უ:u ფ:p ქ:k ღ:gh ყ:q შ:sh ჩ:ch ც:ts ძ:dz წ:ts ჭ:ch ხ:kh ჯ:j ჰ:h"
    .split(" ")
    .map((pair): [string, string] => [pair.slice(0, 1), pair.slice(2)]),
);

/** Armenian and Arabic letters that the library drops or replaces with a sign. */
const OTHERS: Letters = { ու: "u", ا: "a", أ: "a", إ: "i", آ: "a", ى: "a", ع: "a", ة: "a" };

const ALL: Letters = { ...GERMAN, ...CYRILLIC, ...GREEK, ...GEORGIAN, ...OTHERS };
/** A text with a letter that occurs in only one language is transliterated as that language. */
const LANGUAGES: readonly (readonly [RegExp, Letters])[] = [
  [/[ђјљњћџ]/i, { ...ALL, ...SERBIAN }],
  [/[єїґ]/i, { ...ALL, ...UKRAINIAN }],
];
const PAIRS = Object.keys(ALL).filter((letters) => letters.length > 1);
const LETTER = new RegExp(`${PAIRS.join("|")}|.`, "giu");

/** Scripts without capitals. Georgian has some since Unicode 11, but no name begins with one. */
const NO_CAPITALS = /^[\p{Lo}\p{Script=Georgian}]/u;
const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
const isCapital = (text: string) => text !== text.toLowerCase();

/**
 * Transliterates a text into ASCII letters. German umlauts become two letters; other names are written as in passports
 * where a standard defines it. Capitals are kept; in scripts without capitals, each word gets a capital.
 */
export function latinText(text: string): string {
  const plain = text.normalize("NFC");
  const table = LANGUAGES.find(([letters]) => letters.test(plain))?.[1] ?? ALL;
  const words = plain.replace(/[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu, (word) => latinWord(word, table));
  return transliterate(words);
}

function latinWord(word: string, table: Letters): string {
  if (NO_CAPITALS.test(word)) {
    const parts = word.toLowerCase().split(/['’]/u);
    return parts
      .map((part) => lettersOf(readWhole(part, table)))
      .join("'")
      .replace(/(?<![a-z'])[a-z]/g, capital);
  }
  const inCapitals = word.length > 1 && word === word.toUpperCase();
  const beside = GREEK_BESIDE.reduce(
    (done, [letters, latin]) => done.replace(letters, (found) => (isCapital(found) ? capital(latin) : latin)),
    word,
  );
  return beside.replace(LETTER, (letter) => {
    if (/['’]/u.test(letter)) return "'";
    const latin = lettersOf(table[letter.toLowerCase()] ?? transliterate(letter)).toLowerCase();
    if (!isCapital(letter)) return latin;
    return inCapitals ? latin.toUpperCase() : capital(latin);
  });
}

/**
 * Transliterates several letters at once, because in these scripts the library needs to see the neighbouring letters.
 */
const readWhole = (part: string, table: Letters) =>
  transliterate(part.replace(LETTER, (letter) => table[letter] ?? letter)).toLowerCase();

/** Removes signs that the library uses in place of a letter. */
const lettersOf = (latin: string) => latin.replace(/[^A-Za-z ]/g, "");
