import type { Locale } from "./locale.ts";

/**
 * The place of a date in its sentence: on its own (a value, a button), after a word such as "by", "around" and
 * "before", or after "on". The texts of all languages agree on the place; only Serbian has a form for each.
 */
export type DayPlace = "alone" | "by" | "on";

type Written = { readonly place: DayPlace; readonly locale: Locale };

/**
 * A date in the form that its place needs: `utorak, 1. decembar`, `do utorka, 1. decembra`, `u sredu, 2. decembra`. The
 * first of a month is an ordinal in French and Italian.
 */
export function writtenDate(format: Intl.DateTimeFormat, at: Date, { place, locale }: Written): string {
  const parts = format.formatToParts(at);
  const hasMonthName = parts.some(({ type, value }) => type === "month" && /\p{L}/u.test(value));
  const ending = locale === "fr" ? "er" : locale === "it" ? "º" : "";
  const inSerbian = (type: string, name: string) =>
    type === "weekday" && place === "on" ? name.replace(/a$/, "u") : genitive(name);
  return parts
    .map(({ type, value }, index) => {
      if (type === "day" && value === "1" && hasMonthName) return `1${ending}`;
      // British dates have no comma after the weekday.
      if (locale === "en" && parts[index - 1]?.type === "weekday") return value.replace(",", "");
      const isDeclined = locale === "sr" && place !== "alone" && (type === "weekday" || type === "month");
      return isDeclined ? value.replace(/\p{L}+/gu, (name) => inSerbian(type, name)) : value;
    })
    .join("");
}

/** Names of months and weekdays: `sreda` has `srede`, `mart` `marta`, and `utorak` and `decembar` lose their last vowel. */
function genitive(name: string): string {
  return name.endsWith("a") ? `${name.slice(0, -1)}e` : `${name.replace(/(b)a(r)$|a(k)$/, "$1$2$3")}a`;
}
