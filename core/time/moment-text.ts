import { LANGUAGE_TAG, type Locale } from "../text/locale.ts";
import { writtenDate } from "./day-text.ts";

const CLOCK = { hour: "2-digit", minute: "2-digit" } as const;
const FORMS = {
  /** `22. Nov. 2026, 10:15` */
  short: { dateStyle: "medium", timeStyle: "short" },
  /** `Sonntag, 22. November um 20:12`, after "by" or "until". */
  deadline: { weekday: "long", day: "numeric", month: "long" },
  /** `20:12` */
  time: CLOCK,
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** The text between a date and a time. Versions of ICU have different ones, and none has it for Serbian. */
const AT = { de: " um ", en: " at ", fr: " à ", it: " alle ", sr: ", u " } as const satisfies Record<Locale, string>;

/** Returns a time (ISO 8601) in Switzerland, as text in a language. */
export function momentText(iso: string, locale: Locale, form: keyof typeof FORMS): string {
  const write = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(LANGUAGE_TAG[locale], { ...options, timeZone: "Europe/Zurich" });
    return writtenDate(format, new Date(iso), { position: "by", locale });
  };
  const text = write(FORMS[form]);
  return form === "deadline" ? `${text}${AT[locale]}${write(CLOCK)}` : text;
}
