import { dayText } from "#core/time/day-text.ts";
import type { Locale } from "#core/text/locale.ts";

/**
 * Returns the text of a day (`YYYY-MM-DD`) with its weekday. A no-break space keeps the date and its month on one line.
 */
export function dayLabel(day: string, locale: Locale, form: "by" | "on"): string {
  return dayText(day, locale, form).replace(/(\d+(?:\.|er|º)?) (?=\p{L})/u, "$1\u00a0");
}
