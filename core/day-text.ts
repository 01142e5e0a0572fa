import { LANGUAGE_TAG, type Locale } from "./locale.ts";
import { inGenitive, writtenDate } from "./written-day.ts";

const FORMS = {
  /** `Dienstag, 24. November` */
  weekday: { weekday: "long", day: "numeric", month: "long" },
  /** `21. November 2026` */
  full: { day: "numeric", month: "long", year: "numeric" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/**
 * A day (`YYYY-MM-DD`) as text in the given language. In Serbian the full form is in the genitive, because it always says until when or
 * when something was done; the form with the weekday is in the nominative.
 */
export function dayText(day: string, locale: Locale, form: keyof typeof FORMS): string {
  const text = writtenDate(formatterOf(locale, form), new Date(`${day}T00:00:00Z`), locale);
  return form === "full" ? inGenitive(text, locale) : text;
}

/** Made once each, because making a formatter is slow. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(locale: Locale, form: keyof typeof FORMS): Intl.DateTimeFormat {
  const key = `${locale} ${form}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(LANGUAGE_TAG[locale], { ...FORMS[form], timeZone: "UTC" });
  formatters.set(key, made);
  return made;
}
