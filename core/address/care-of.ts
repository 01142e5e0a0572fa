import { plainText } from "../text/plain-text.ts";

/** How people write that a letter box is somebody else's: c/o, ℅, p.A., and the French and Italian words. */
const SIGN = String.raw`c ?[/.] ?o\b[.:]?|℅|p\. ?a(?:dr)?\.?(?!\p{L})|(?:chez|presso)(?= )`;
/** The signs at the beginning of a text; `c/o c/o Meier` has two. */
const AT_START = new RegExp(`^(?:(?:${SIGN}) ?:? ?)+`, "iu");
/** A sign in the middle of a line. The words may be part of a street's name there: `Chemin de chez Perret`. */
const INSIDE = / (?:c ?\/ ?o\b|℅).*$/iu;

/** Whose letter box it is, without the "c/o" that many people type into the field as well. */
export function tidyCareOf(typed: string): string {
  return plainText(typed).replace(AT_START, "");
}

/** The line of an address with somebody else's letter box, the same in every language; empty without one. */
export function careOfLine(careOf = ""): string {
  const name = tidyCareOf(careOf);
  return name === "" ? "" : `c/o ${name}`;
}

/**
 * A street as typed: `c/o Meier, Bahnhofstrasse` and `Bahnhofstrasse c/o Meier` are a street and a c/o, which has a
 * field of its own. `c/o Meier Bahnhofstrasse` stays as it is: nothing says where the name ends.
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
