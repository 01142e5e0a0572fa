import type { Locale } from "../text/locale.ts";
import { plainText } from "../text/plain-text.ts";

/** The word on the envelope. Swiss Post does not read Serbian, which has the German one. */
const WORDS: Readonly<Record<Locale, string>> = {
  de: "Postfach",
  en: "P.O. Box",
  fr: "Case postale",
  it: "Casella postale",
  sr: "Postfach",
};

/** How people write each word. `CP` is French or Italian, whichever the shopper reads. */
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
/** A P.O. box as a whole text: its word, its number or both. */
const WHOLE = new RegExp(String.raw`^(?!$)(?:(?:${SPELLED})(?!\p{L}):? ?)?(?:${NUMBER})?$`, "iu");
/** A P.O. box with its word, at the end of a line. */
const AT_END = new RegExp(String.raw`(?:^|[ ,]) ?(?:(?:${SPELLED})(?!\p{L}):? ?(?:${NUMBER})?)$`, "iu");

/** Whether a text is a P.O. box: `12`, `Postfach`, `CP 12`. */
export const isPoBox = (typed: string): boolean => WHOLE.test(plainText(typed));

/**
 * A P.O. box as it is printed: the word in full and the number, if there is one. A number alone gets the word of the
 * shopper's language. Anything else stays as typed.
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
 * A street as typed: `Bahnhofstrasse 1, Postfach 12` and `Postfach 12, Bahnhofstrasse 1` are a street and a P.O. box,
 * which has a field of its own.
 */
export function readPoBox(typed: string): { readonly street: string; readonly poBox: string } {
  const text = plainText(typed);
  const parts = text.split(/ ?, ?/).filter((part) => part !== "");
  const poBox = parts.find((part) => AT_END.exec(part)?.[0] === part);
  if (poBox !== undefined) return { street: parts.filter((part) => part !== poBox).join(", "), poBox };
  const [inside = "", ...found] = AT_END.exec(text) ?? [];
  // A street may end in two letters that happen to be an abbreviation.
  const isCertain = found.at(-1) !== undefined || /\p{L}{5}/u.test(inside);
  if (!isCertain) return { street: text, poBox: "" };
  return { street: text.slice(0, -inside.length).trim(), poBox: inside.trim() };
}
