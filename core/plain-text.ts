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
