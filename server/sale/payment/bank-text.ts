import { latinText } from "#server/platform/texts/latin.ts";

/**
 * Returns a text for a bank: only visible ASCII characters, at most `max` of them; undefined if none are left.
 * Cardholders' names use the characters of EMV Book 4, appendix B, and banks compare other fields with what they print.
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
