import { dayText } from "#core/time/day-text.ts";
import type { Locale } from "#core/text/locale.ts";

/** A day (`YYYY-MM-DD`) with its weekday, in which the date and its month stay on one line. */
export function dayWords(day: string, locale: Locale, form: "by" | "on"): string {
  return dayText(day, locale, form).replace(/(\d+(?:\.|er|º)?) (?=\p{L})/u, "$1\u00a0");
}
