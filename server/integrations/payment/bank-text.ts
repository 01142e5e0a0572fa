import { latinText } from "#server/platform/texts/latin.ts";

/**
 * A text for a bank: only characters of ASCII that can be seen, and at most `max` of them. Names of cardholders have the characters of EMV
 * Book 4, appendix B, and banks compare the rest with what they print. Undefined if nothing is left.
 */
export function bankText(text: string, max: number): string | undefined {
  const plain = latinText(text)
    .replace(/[^\x20-\x7e]+/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, max)
    .trimEnd();
  return plain === "" ? undefined : plain;
}
