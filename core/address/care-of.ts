import { plainText } from "../text/plain-text.ts";

/** The spellings of "care of": c/o, ℅, p.A., and the French and Italian words. */
const SIGN = String.raw`c ?[/.] ?o\b[.:]?|℅|p\. ?a(?:dr)?\.?(?!\p{L})|(?:chez|presso)(?= )`;
/** Matches the signs at the beginning of a text. There can be several: `c/o c/o Meier`. */
const AT_START = new RegExp(`^(?:(?:${SIGN}) ?:? ?)+`, "iu");
/**
 * Matches a sign in the middle of a line. Words are not accepted there, because they can be part of a street name:
 * `Chemin de chez Perret`.
 */
const INSIDE = / (?:c ?\/ ?o\b|℅).*$/iu;

/** Returns the name on the letter box without "c/o", which many people type into the field as well. */
export function tidyCareOf(typed: string): string {
  return plainText(typed).replace(AT_START, "");
}

/** Returns the c/o line of an address, the same in every language; empty without a name. */
export function careOfLine(careOf = ""): string {
  const name = tidyCareOf(careOf);
  return name === "" ? "" : `c/o ${name}`;
}

/**
 * Splits a typed street into street and c/o name: `c/o Meier, Bahnhofstrasse` or `Bahnhofstrasse c/o Meier`. `c/o Meier
 * Bahnhofstrasse` stays as typed, because it is unclear where the name ends.
 */
export function readStreet(typed: string): { readonly street: string; readonly careOf: string } {
  const text = plainText(typed);
  const parts = text.split(/ ?, ?/).filter((part) => part !== "");
  const named = parts.find((part) => AT_START.test(part));
  if (named !== undefined && parts.length > 1)
    return { street: parts.filter((part) => part !== named).join(", "), careOf: tidyCareOf(named) };
  const [inside] = INSIDE.exec(text) ?? [];
  if (named !== undefined || inside === undefined) return { street: text, careOf: "" };
  const [name = "", ...after] = inside.split(",");
  return { street: [text.slice(0, -inside.length), ...after].join(","), careOf: tidyCareOf(name.trim()) };
}
