import { plainText } from "../text/plain-text.ts";

/**
 * Returns the number of an identity document without the spaces, dots and hyphens that are printed between its groups.
 */
export function tidyDocumentNumber(typed: string): string {
  return plainText(typed).replace(/[ .-]/g, "");
}

/** Returns a PUK without the spaces between its groups. */
export function tidyPuk(typed: string): string {
  return plainText(typed).replace(/[ .-]/g, "");
}

/**
 * Reads a typed or pasted postal code: `CH-8001`, `80 01`, `8001.` and `8001 Zürich` all give 8001, the last one also
 * the town. Anything else stays as typed, with an empty town.
 */
export function readPostalCode(typed: string): { readonly code: string; readonly town: string } {
  const text = plainText(typed);
  const [, digits, town = ""] = /^(?:CH ?-? ?)?((?:\d ?){3}\d)\.?(?:,? (\p{L}.*))?$/iu.exec(text) ?? [];
  return digits ? { code: digits.replaceAll(" ", ""), town } : { code: text, town: "" };
}
