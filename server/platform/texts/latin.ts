import { transliterate } from "transliteration";

/** As German names are spelled without their letters; the library would drop the dots. */
const GERMAN: [string, string][] = [
  ["ä", "ae"],
  ["ö", "oe"],
  ["ü", "ue"],
  ["Ä", "Ae"],
  ["Ö", "Oe"],
  ["Ü", "Ue"],
];

/**
 * Letters of Serbian and Macedonian alone: a text with one of them is spelled as in Serbian Latin, and not as a
 * Russian one.
 */
const SERBIAN_LETTER = /[ђјљњћџ]/i;
const SERBIAN: [string, string][] = [
  ["ж", "z"],
  ["ц", "c"],
  ["ч", "c"],
  ["ћ", "c"],
  ["ш", "s"],
  ["ђ", "d"],
  ["џ", "dz"],
  ["ј", "j"],
  ["љ", "lj"],
  ["њ", "nj"],
  ["х", "h"],
];
const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
const SERBIAN_BOTH = SERBIAN.flatMap(([from, to]): [string, string][] => [
  [from, to],
  [from.toUpperCase(), capital(to)],
]);

/** A text in Latin letters of ASCII: German umlauts as two letters, Serbian and Macedonian as in Serbian Latin. */
export function latinText(text: string): string {
  return transliterate(text.normalize("NFC"), {
    replace: SERBIAN_LETTER.test(text) ? [...GERMAN, ...SERBIAN_BOTH] : GERMAN,
  });
}
