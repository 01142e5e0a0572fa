import { LANGUAGE_TAG, type Locale } from "../text/locale.ts";

type Options = Intl.DateTimeFormatOptions;
const YEAR = { day: "numeric", month: "long", year: "numeric" } as const satisfies Options;
const WEEKDAY = { weekday: "long", day: "numeric", month: "long" } as const satisfies Options;

/** The forms of a date, each with its position in the sentence. */
const FORMS = {
  /** On its own, as a value or button: `Dienstag, 24. November`. */
  alone: [WEEKDAY, "alone"],
  /** After "by", "around", "before": `utorka, 24. novembra`. */
  by: [WEEKDAY, "by"],
  /** The day of an event, after "on": `utorak, 24. novembra`. */
  on: [WEEKDAY, "on"],
  /**
   * With the year, in a sentence: `21. November 2026`. In Serbian it is in the genitive, both for "until" and "on". In
   * Italian it includes its article, so texts leave that out: `il 7 dicembre 2026`, `l’8 dicembre 2026`.
   */
  full: [YEAR, "by"],
  /** With the year, as a value: `14. mart 1991`. */
  fullAlone: [YEAR, "alone"],
} as const satisfies Record<string, readonly [Options, DatePosition]>;

/** Returns a day (`YYYY-MM-DD`) as text in a language. */
export function dayText(day: string, locale: Locale, form: keyof typeof FORMS): string {
  const at = new Date(`${day}T00:00:00Z`);
  const text = writtenDate(formatterOf(locale, form), at, { position: FORMS[form][1], locale });
  if (locale !== "it" || form !== "full") return text;
  return /^(?:8|11) /.test(text) ? `l’${text}` : `il ${text}`;
}

/** A cache, because creating a formatter is slow. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(locale: Locale, form: keyof typeof FORMS): Intl.DateTimeFormat {
  const key = `${locale} ${form}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(LANGUAGE_TAG[locale], { ...FORMS[form][0], timeZone: "UTC" });
  formatters.set(key, made);
  return made;
}

/**
 * The position of a date in its sentence: on its own (a value, a button), after a word such as "by", "around" and
 * "before", or after "on". Every language's texts pass the same position; only Serbian has a different form for each.
 */
type DatePosition = "alone" | "by" | "on";

const ORDINAL_ENDING: Readonly<Partial<Record<Locale, string>>> = { fr: "er", it: "º" };

type DateFormOptions = { readonly position: DatePosition; readonly locale: Locale };

/**
 * Returns a date in the grammatical form for its position: `utorak, 1. decembar`, `do utorka, 1. decembra`, `u sredu,
 * 2. decembra`. In French and Italian, the first of a month is an ordinal.
 */
export function writtenDate(format: Intl.DateTimeFormat, at: Date, { position, locale }: DateFormOptions): string {
  const parts = format.formatToParts(at);
  const hasMonthName = parts.some(({ type, value }) => type === "month" && /\p{L}/u.test(value));
  const ending = ORDINAL_ENDING[locale] ?? "";
  const inSerbian = (type: string, name: string) =>
    type === "weekday" && position === "on" ? name.replace(/a$/, "u") : genitive(name);
  return parts
    .map(({ type, value }, index) => {
      if (type === "day" && value === "1" && hasMonthName) return `1${ending}`;
      // British dates have no comma after the weekday.
      if (locale === "en" && parts[index - 1]?.type === "weekday") return value.replace(",", "");
      const isDeclined = locale === "sr" && position !== "alone" && (type === "weekday" || type === "month");
      return isDeclined ? value.replace(/\p{L}+/gu, (name) => inSerbian(type, name)) : value;
    })
    .join("");
}

/**
 * Returns the Serbian genitive of months and weekdays: `sreda` becomes `srede`, `mart` becomes `marta`, and `utorak`
 * and `decembar` lose their last vowel.
 */
function genitive(name: string): string {
  return name.endsWith("a") ? `${name.slice(0, -1)}e` : `${name.replace(/(b)a(r)$|a(k)$/, "$1$2$3")}a`;
}
