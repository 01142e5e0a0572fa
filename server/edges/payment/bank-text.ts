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

/** Letters of Serbian and Macedonian alone: a text with one of them is spelled as in Serbian Latin, and not as a Russian one. */
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

/**
 * A text for a bank: only characters of ASCII that can be seen, and at most `max` of them. Names of cardholders have the characters of EMV
 * Book 4, appendix B, and banks compare the rest with what they print. Undefined if nothing is left.
 */
export function bankText(text: string, max: number): string | undefined {
  const plain = transliterate(text.normalize("NFC"), {
    replace: SERBIAN_LETTER.test(text) ? [...GERMAN, ...SERBIAN_BOTH] : GERMAN,
  })
    .replace(/[^\x20-\x7e]+/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, max)
    .trimEnd();
  return plain === "" ? undefined : plain;
}
