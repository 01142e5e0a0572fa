import { plainSigns } from "../text/plain-text.ts";
import type { ZoneNames } from "./zone-reading.ts";

/**
 * How letters are transliterated in a machine-readable zone, if not by the base letter (ICAO Doc 9303 part 3, section
 * 6): the recommended form first, then others that states use. Serbian Cyrillic letters can also become the Latin
 * letters of Serbian.
 */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  Ä: ["AE", "A"],
  Å: ["AA", "A"],
  Æ: ["AE"],
  Ö: ["OE", "O"],
  Ø: ["OE", "O"],
  Œ: ["OE"],
  Ü: ["UE", "UXX", "U"],
  Ñ: ["N", "NXX"],
  ẞ: ["SS"],
  Đ: ["D", "DJ"],
  Ð: ["D"],
  Þ: ["TH"],
  Ł: ["L"],
  Ħ: ["H"],
  Ŧ: ["T"],
  İ: ["I"],
  А: ["A"],
  Б: ["B"],
  В: ["V"],
  Г: ["G"],
  Д: ["D"],
  Ђ: ["D", "DJ"],
  Е: ["E"],
  Ж: ["ZH", "Z"],
  З: ["Z"],
  И: ["I"],
  Ј: ["J"],
  К: ["K"],
  Л: ["L"],
  Љ: ["LJ"],
  М: ["M"],
  Н: ["N"],
  Њ: ["NJ"],
  О: ["O"],
  П: ["P"],
  Р: ["R"],
  С: ["S"],
  Т: ["T"],
  Ћ: ["C"],
  У: ["U"],
  Ф: ["F"],
  Х: ["KH", "H"],
  Ц: ["TS", "C"],
  Ч: ["CH", "C"],
  Џ: ["DZ"],
  Ш: ["SH", "S"],
};

/**
 * Returns whether a typed surname matches that of a zone. All surnames must have been typed. The typed name is
 * transliterated, never the zone's, because `UE` can stand for `ü` or `ue` (identity, machine-readable zone). A name
 * with letters that are not in the table, such as Arabic ones, always matches, because states transliterate them in
 * different ways. If the field is full, the last name can be truncated.
 */
export function fitsSurname(typed: string, { surname, given, cut }: ZoneNames): boolean {
  const words = wordsOf(typed);
  if (words.some((word) => lettersOf(word) === null)) return true;
  const mayBeCut = cut && given.length === 0;
  if (words.length !== surname.length && !(mayBeCut && words.length > surname.length)) return false;
  return surname.every((word, at) => isWritten(words[at] ?? "", word, mayBeCut && at === surname.length - 1));
}

/**
 * Returns whether typed given names match those of a zone. Some of the zone's names are enough, but no other name is
 * accepted.
 */
export function fitsGiven(typed: string, { given, cut }: ZoneNames): boolean {
  const words = wordsOf(typed);
  // If the field is full, given names can be missing.
  if (given.length === 0) return cut || words.length === 0;
  const found = words.filter((word) => given.some((each, at) => isWritten(word, each, cut && at === given.length - 1)));
  return cut ? found.length > 0 : found.length === words.length && words.length > 0;
}

/** Splits a name into words. In a zone, hyphens become fillers, and apostrophes and full stops are left out. */
function wordsOf(typed: string): readonly string[] {
  return plainSigns(typed)
    .replaceAll(/[.']/g, "")
    .split(/[\s-]+/)
    .filter(Boolean);
}

/** Returns whether `written` is a transliteration of a typed word. `cut`: the zone may have only its beginning. */
function isWritten(typed: string, written: string, cut: boolean): boolean {
  const letters = lettersOf(typed);
  if (letters === null) return true;
  let ends: ReadonlySet<number> = new Set([0]);
  for (const options of letters) {
    const next = new Set<number>();
    for (const from of ends)
      for (const option of options) {
        if (written.startsWith(option, from)) next.add(from + option.length);
        else if (cut && from < written.length && option.startsWith(written.slice(from))) return true;
      }
    if (cut && next.has(written.length)) return true;
    ends = next;
  }
  return ends.has(written.length);
}

/**
 * Returns the possible transliterations of each letter of a word; null if the table does not have the script of a
 * letter.
 */
function lettersOf(word: string): readonly (readonly string[])[] | null {
  const letters = [...word.normalize("NFC").toUpperCase()].map((letter) => WRITTEN[letter] ?? [baseOf(letter)]);
  return letters.every(([first = ""]) => /^[A-Z]*$/.test(first)) ? letters : null;
}

/** Returns the letter without diacritics. */
const baseOf = (letter: string) => letter.normalize("NFD").replaceAll(/\p{M}/gu, "");
