import type { Locale } from "./locale.ts";

/**
 * The place of a date in its sentence: on its own (a value, a button), after a word such as "by", "around" and "before", or after "on". The
 * texts of all languages agree on the place; only Serbian has a form for each.
 */
export type DayPlace = "alone" | "by" | "on";

/** A date as `Intl` writes it, in the form that its place needs: `utorak, 1. decembar`, `do utorka, 1. decembra`, `u sredu, 2. decembra`. */
export function inPlace(text: string, place: DayPlace, locale: Locale): string {
  if (locale === "en") return text.replace(/^(\p{L}+),/u, "$1");
  if (locale === "fr" || locale === "it") return withOrdinal(text, locale === "fr" ? "er" : "º");
  if (locale !== "sr" || place === "alone") return text;
  // Only a weekday has a comma.
  return text.replace(/\p{L}+,?/gu, (word) => {
    const name = word.replace(",", "");
    if (name === word) return genitive(name);
    return `${place === "on" ? name.replace(/a$/, "u") : genitive(name)},`;
  });
}

/** French and Italian write the first of a month as an ordinal. */
function withOrdinal(text: string, ending: string): string {
  return text.replace(/(?<!\d)1(?= \p{L})/u, `1${ending}`);
}

/** Names of months and weekdays: `sreda` has `srede`, `mart` `marta`, and `utorak` and `decembar` lose their last vowel. */
function genitive(name: string): string {
  return name.endsWith("a") ? `${name.slice(0, -1)}e` : `${name.replace(/(?<=b)a(?=r$)|a(?=k$)/, "")}a`;
}
