/**
 * What was typed or pasted into a field for a code, a number or an address of the net: invisible characters are gone, every kind
 * of space is a plain one, every kind of dash a hyphen. Not for names, in which some invisible characters join letters.
 */
export function plainText(typed: string): string {
  return typed
    .replace(/\p{Cf}/gu, "")
    .replace(/[\p{Zs}\s]+/gu, " ")
    .replace(/\p{Pd}/gu, "-")
    .trim();
}

/** Control characters, line breaks, and signs that turn the direction of what follows: in a terminal they can forge a line. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

/** Whether a text can be printed in a line of a terminal and kept by the database. */
export function isPrintable(text: string): boolean {
  return text.isWellFormed() && !CONTROL.test(text);
}

/** A text in one line, with a space for whatever cannot be printed. */
export function inOneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(new RegExp(`${CONTROL.source}+`, "gu"), " ")
    .trim();
}
