import type { Locale } from "./locale.ts";

/** A date that `Intl` has written, as people write it: the first of a month is an ordinal in French and Italian. */
export function withOrdinal(text: string, locale: Locale): string {
  const ending = locale === "fr" ? "er" : locale === "it" ? "º" : "";
  return text.replace(/(?<!\d)1(?= \p{L})/u, `1${ending}`);
}

/** A Serbian date as it stands after "do" and as the day of an event: `utorka, 1. decembra`. Other languages stay as they are. */
export function inGenitive(text: string, locale: Locale): string {
  return locale === "sr" ? text.replace(/\p{L}+/gu, genitive) : text;
}

/** Names of months and weekdays: `sreda` has `srede`, `mart` `marta`, and `utorak` and `decembar` lose their last vowel. */
function genitive(name: string): string {
  return name.endsWith("a") ? `${name.slice(0, -1)}e` : `${name.replace(/(?<=b)a(?=r$)|a(?=k$)/, "")}a`;
}
