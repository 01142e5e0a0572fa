import { plainText } from "./plain-text.ts";

/** Whose letter box it is, without the "c/o" that many people type into the field as well. */
export function tidyCareOf(typed: string): string {
  return plainText(typed).replace(/^c ?[/.] ?o\b[.:]? ?/i, "");
}

/** The line of an address with somebody else's letter box, the same in every language; empty without one. */
export function careOfLine(careOf = ""): string {
  const name = tidyCareOf(careOf);
  return name === "" ? "" : `c/o ${name}`;
}

/** A street as typed: `c/o Meier, Bahnhofstrasse` is a street and a c/o, which has a field of its own. */
export function readStreet(typed: string): { readonly street: string; readonly careOf: string } {
  const text = plainText(typed);
  const [, careOf = "", street = text] = /^(c ?[/.] ?o\b[^,]*), ?(\S.*)$/i.exec(text) ?? [];
  return { street, careOf: tidyCareOf(careOf) };
}
