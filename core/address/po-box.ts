import type { Locale } from "../text/locale.ts";
import { plainText } from "../text/plain-text.ts";

/** The word for "P.O. box" on the envelope. Serbian uses the German one, because Swiss Post does not read Serbian. */
const WORDS: Readonly<Record<Locale, string>> = {
  de: "Postfach",
  en: "P.O. Box",
  fr: "Case postale",
  it: "Casella postale",
  sr: "Postfach",
};

/** The spellings of each word. `CP` is French or Italian, depending on the shopper's language. */
const SPELLINGS = {
  de: String.raw`post ?-?fach|postf\.?|p\. ?f\.|pf\.?`,
  en: String.raw`p\.? ?o\.?[ -]?box|post office box`,
  fr: String.raw`case post(?:ale|\.)`,
  it: String.raw`casella post(?:ale|\.)`,
  cp: String.raw`c\. ?p\.|cp`,
} as const;
const SPELLED = Object.entries(SPELLINGS)
  .map(([word, spelling]) => `(?<${word}>${spelling})`)
  .join("|");
const NUMBER = String.raw`(?:(?:n[ro°]?\.?|#) ?)?(?<number>\d[\d ]{0,9})`;
/** Matches a text that is only a P.O. box: its word, its number or both. */
const WHOLE = new RegExp(String.raw`^(?!$)(?:(?:${SPELLED})(?!\p{L}):? ?)?(?:${NUMBER})?$`, "iu");
/** Matches a P.O. box with its word at the end of a line. */
const AT_END = new RegExp(String.raw`(?:^|[ ,]) ?(?:(?:${SPELLED})(?!\p{L}):? ?(?:${NUMBER})?)$`, "iu");

/** Returns whether a text is a P.O. box: `12`, `Postfach`, `CP 12`. */
export const isPoBox = (typed: string): boolean => WHOLE.test(plainText(typed));

/**
 * Formats a P.O. box for printing: the word in full and the number, if there is one. A number alone gets the word of
 * the shopper's language. Anything else stays as typed.
 */
export function tidyPoBox(typed: string, locale: Locale): string {
  const text = plainText(typed);
  const parts = WHOLE.exec(text)?.groups;
  if (!parts) return text;
  const spelled = (["de", "en", "fr", "it"] as const).find((word) => parts[word] !== undefined);
  const word = spelled ?? (parts["cp"] !== undefined && locale !== "it" ? "fr" : locale);
  return [WORDS[word], parts["number"]?.replaceAll(" ", "")].filter(Boolean).join(" ");
}

/**
 * Splits a typed street into street and P.O. box: `Bahnhofstrasse 1, Postfach 12` or `Postfach 12, Bahnhofstrasse 1`.
 */
export function readPoBox(typed: string): { readonly street: string; readonly poBox: string } {
  const text = plainText(typed);
  const parts = text.split(/ ?, ?/).filter((part) => part !== "");
  const poBox = parts.find((part) => AT_END.exec(part)?.[0] === part);
  if (poBox !== undefined) return { street: parts.filter((part) => part !== poBox).join(", "), poBox };
  const [inside = "", ...found] = AT_END.exec(text) ?? [];
  // The last letters of a street can look like an abbreviation of a P.O. box.
  const isCertain = found.at(-1) !== undefined || /\p{L}{5}/u.test(inside);
  if (!isCertain) return { street: text, poBox: "" };
  return { street: text.slice(0, -inside.length).trim(), poBox: inside.trim() };
}
