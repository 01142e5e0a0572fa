import type { Locale } from "./locale.ts";

/** A date in words, as people write it: the first of a month is an ordinal in French and Italian. */
export function writtenDate(format: Intl.DateTimeFormat, at: Date, locale: Locale): string {
  const parts = format.formatToParts(at);
  const hasMonthName = parts.some(({ type, value }) => type === "month" && /\p{L}/u.test(value));
  const ending = locale === "fr" ? "er" : locale === "it" ? "º" : "";
  return parts
    .map(({ type, value }) => (type === "day" && value === "1" && hasMonthName ? `1${ending}` : value))
    .join("");
}

/** A Serbian date as it stands after "do" and as the day of an event: `utorka, 1. decembra`. Other languages stay as they are. */
export function inGenitive(text: string, locale: Locale): string {
  return locale === "sr" ? text.replace(/\p{L}+/gu, genitive) : text;
}

/** Names of months and weekdays: `sreda` has `srede`, `mart` `marta`, and `utorak` and `decembar` lose their last vowel. */
function genitive(name: string): string {
  return name.endsWith("a") ? `${name.slice(0, -1)}e` : `${name.replace(/(b)a(r)$|a(k)$/, "$1$2$3")}a`;
}
