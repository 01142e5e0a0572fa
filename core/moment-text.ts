import { LANGUAGE_TAG, type Locale } from "./locale.ts";
import { inGenitive, writtenDate } from "./written-day.ts";

const FORMS = {
  /** `22. Nov. 2026, 10:15` */
  short: { dateStyle: "medium", timeStyle: "short" },
  /** `Sonntag, 22. November um 20:12` */
  deadline: { weekday: "long", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" },
  /** `20:12` */
  time: { hour: "2-digit", minute: "2-digit" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** A moment (ISO 8601) in Switzerland, as text in the given language. In Serbian a deadline is in the genitive, as after "do". */
export function momentText(iso: string, locale: Locale, form: keyof typeof FORMS): string {
  const format = new Intl.DateTimeFormat(LANGUAGE_TAG[locale], { ...FORMS[form], timeZone: "Europe/Zurich" });
  return inGenitive(writtenDate(format, new Date(iso), locale), locale);
}
