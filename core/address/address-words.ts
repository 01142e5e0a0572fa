import { plainSigns } from "../text/plain-text.ts";

/**
 * Normalises the words of addresses, so that the address search and the checks of towns can compare them: lower case,
 * no accents or punctuation, and one name for all spellings of "saint" or of a kind of street in the four national
 * languages.
 */

/**
 * Word classes: the name of each, and the words that belong to it. Abbreviations are listed without full stops: `P.za`
 * as `pza`.
 */
const CLASSES = {
  sankt: "sankt st ste sta sts saint sainte saints san santa santo sant s sogn sontga",
  platz: "platz pl place piazza pza plazza plaz",
  strasse: "strasse str strada",
  route: "route rte",
  chemin: "chemin ch che chem",
  avenue: "avenue av ave",
  boulevard: "boulevard bd blvd bvd boul",
  rue: "rue r",
  viale: "viale vle",
  corso: "corso cso",
  passage: "passage pass",
  impasse: "impasse imp",
  allee: "allee all",
  promenade: "promenade prom",
} as const satisfies Readonly<Record<string, string>>;

/** Towns by their names in the other languages of the country, and in English. */
const TOWNS = {
  basel: "basel bale basilea basle",
  bern: "bern berne berna",
  burgdorf: "burgdorf berthoud",
  chur: "chur coire coira cuira",
  delemont: "delemont delsberg",
  fribourg: "fribourg freiburg friburgo",
  geneve: "geneve genf ginevra geneva",
  glarus: "glarus glaris glarona",
  lausanne: "lausanne losanna",
  luzern: "luzern lucerne lucerna",
  murten: "murten morat",
  neuchatel: "neuchatel neuenburg",
  porrentruy: "porrentruy pruntrut",
  schaffhausen: "schaffhausen schaffhouse sciaffusa",
  sierre: "sierre siders",
  sion: "sion sitten",
  solothurn: "solothurn soleure soletta",
  thun: "thun thoune",
  visp: "visp viege",
  zug: "zug zoug zugo",
  zurich: "zurich zurigo",
} as const satisfies Readonly<Record<string, string>>;

const CLASS_OF: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...CLASSES, ...TOWNS }).flatMap(([name, words]) =>
    words.split(" ").map((word) => [word, name] as const),
  ),
);

/** Returns a text in lower case without accents; `ß` and ligatures become two letters. */
export function plainLetters(text: string): string {
  return plainSigns(text)
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("œ", "oe")
    .replaceAll("æ", "ae");
}

/** Splits a text into words as written; `Rue de l’Hôpital` gives rue, de, l, hopital. */
function splitWords(text: string): string[] {
  return plainLetters(text)
    .split(/[^\p{L}\p{N}.]/u)
    .flatMap((word) => {
      const undotted = word.replaceAll(".", "");
      return CLASS_OF.has(undotted) ? [undotted] : word.split(/\.(?!\d)/);
    })
    .filter((word) => word !== "");
}

/** Returns the name of the word's class, or the word with its `-str` written out. */
const expanded = (word: string): string =>
  CLASS_OF.get(word) ?? (word.endsWith("str") && word.length > 4 ? `${word}asse` : word);

/**
 * Returns the normalised form in which words are compared. `ae`, `oe` and `ue` become `a`, `o` and `u`, like umlauts
 * without their dots.
 */
const folded = (word: string): string => CLASS_OF.get(word) ?? expanded(word).replace(/([aou])e/g, "$1");

/** Returns the normalised words of a text. */
export const addressWords = (text: string): string[] => splitWords(text).map(folded);

/** Kinds of streets that can be joined to a name, with or without a hyphen. */
export const COMPOUND_ENDS = "strasse|str|gasse|weg|platz|allee|ring|rain|quai";
const COMPOUNDS = new RegExp(`\\p{L}+-(?:${COMPOUND_ENDS})(?!\\p{L})`, "gu");

/**
 * Returns the words to index: as written, because shoppers type the beginnings of words; normalised; and, for
 * hyphenated street names, also as one word (`St. Jakobs-Strasse` as `Jakobsstrasse`).
 */
export function indexedWords(text: string): string[] {
  const joined = (plainLetters(text).match(COMPOUNDS) ?? []).map((word) => word.replace("-", ""));
  return [...new Set([...splitWords(text), ...joined].flatMap((word) => [word, folded(word)]))];
}

/** A spelling to search for. `whole`: it has to match a whole word, not only the beginning of one. */
export type Spelling = { readonly text: string; readonly whole: boolean };

/**
 * Returns the words of a search, each with its spellings. A word of a class has to match as a whole, except the last
 * one, which may be unfinished: `st` is a saint or the beginning of `Steinweg`.
 */
export function searchedWords(text: string): readonly (readonly Spelling[])[] {
  return splitWords(text).map((word, at, all) => {
    const name = CLASS_OF.get(word);
    const last = at === all.length - 1;
    if (name === undefined)
      return [...new Set([folded(word), expanded(word)])].map((form) => ({ text: form, whole: false }));
    return word === name && !last
      ? [{ text: name, whole: true }]
      : [
          { text: name, whole: true },
          { text: word, whole: !last },
        ];
  });
}

/**
 * Returns whether a typed town is one of the register's towns for its postal code (decisions 5). Ignores case, accents
 * and abbreviations. One name may be longer than the other: "Zürich ZH", "Biel" for "Biel/Bienne". True if the register
 * has no towns for that code.
 */
export function isTownOf(towns: readonly string[], typed: string): boolean {
  if (towns.length === 0) return true;
  const words = addressWords(typed);
  return towns.flatMap((town) => [town, ...town.split("/")]).some((town) => beginAlike(addressWords(town), words));
}

/** Returns whether one name begins with the other. */
function beginAlike(one: readonly string[], other: readonly string[]): boolean {
  const length = Math.min(one.length, other.length);
  return length > 0 && one.slice(0, length).join(" ") === other.slice(0, length).join(" ");
}
