import { LANGUAGE_TAG, type Locale } from "#core/locale.ts";

/** A time in Switzerland in the shopper's language, such as `22. Nov. 2026, 10:15`. */
export function momentText(iso: string, locale: Locale): string {
  const format = { dateStyle: "medium", timeStyle: "short", timeZone: "Europe/Zurich" } as const;
  return new Intl.DateTimeFormat(LANGUAGE_TAG[locale], format).format(new Date(iso));
}
