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
 * A text for a bank: only characters of ASCII that can be seen, and at most `max` of them. Names of cardholders have the characters of EMV
 * Book 4, appendix B, and banks compare the rest with what they print. Undefined if nothing is left.
 */
export function bankText(text: string, max: number): string | undefined {
  const plain = transliterate(text.normalize("NFC"), { replace: GERMAN })
    .replace(/[^\x20-\x7e]+/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, max)
    .trimEnd();
  return plain === "" ? undefined : plain;
}
