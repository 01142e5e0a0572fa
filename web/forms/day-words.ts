import { dayText } from "#core/time/day-text.ts";
import type { Locale } from "#core/text/locale.ts";

/** Returns a day (`YYYY-MM-DD`) with its weekday; the date and its month stay on one line. */
export function dayWords(day: string, locale: Locale, form: "by" | "on"): string {
  return dayText(day, locale, form).replace(/(\d+(?:\.|er|º)?) (?=\p{L})/u, "$1\u00a0");
}
