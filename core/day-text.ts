import { LANGUAGE_TAG, type Locale } from "./locale.ts";

const FORMS = {
  /** `Dienstag, 24. November` */
  weekday: { weekday: "long", day: "numeric", month: "long" },
  /** `21. November 2026` */
  full: { day: "numeric", month: "long", year: "numeric" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** A day (`YYYY-MM-DD`) as text in the given language. */
export function dayText(day: string, locale: Locale, form: keyof typeof FORMS): string {
  return new Intl.DateTimeFormat(LANGUAGE_TAG[locale], { ...FORMS[form], timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );
}
