import { LANGUAGE_TAG, type Locale } from "#core/text/locale.ts";
import { writtenDate } from "#core/time/day-text.ts";

/** Replaces what differs from run to run: e-mails, order numbers, dates, times and references. */
export function withPlaceholders(line: string, locale: Locale): string {
  return line
    .replace(/\S+@example\.ch/g, "<e-mail>")
    .replace(/\+41 78 555 \d\d \d\d/g, "<new number>")
    .replace(/\bK\d{6,}\b/g, "<order>")
    .replace(/\b[0-9a-f]{32}\b/g, "<reference>")
    .replace(/\b\d{1,2}\.\d{1,2}\.20\d\d\b/g, "<date>")
    .replace(datesOf(locale), "<date>")
    .replace(/\b\d{1,2} \p{L}{3,4}\.? 20\d\d/gu, "<date>")
    .replace(/\b\d{2}:\d{2}\b/g, "<time>");
}

/**
 * Dates in words, with or without a weekday and a year: "Dienstag, 24. November 2026". Serbian has a form for each
 * place.
 */
function datesOf(locale: Locale): RegExp {
  const words = (options: Intl.DateTimeFormatOptions, days: readonly Date[]) => {
    const format = new Intl.DateTimeFormat(LANGUAGE_TAG[locale], { ...options, timeZone: "UTC" });
    const places = ["by", "on", "alone"] as const;
    return places.flatMap((place) => days.map((day) => writtenDate(format, day, { place, locale }))).join("|");
  };
  const months = words(
    { month: "long" },
    Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 1))),
  );
  const weekdays = words(
    { weekday: "long" },
    Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day))),
  );
  return new RegExp(`(?:(?:${weekdays}),? )?\\b\\d{1,2}(?:\\.|er|º)?\\s(?:${months})(?:\\s20\\d\\d)?`, "gi");
}
