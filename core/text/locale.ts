/** The five languages of the interface (specification 1). `sr` is Serbian in Latin script. */
export const LOCALES = ["de", "en", "fr", "it", "sr"] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = "de";

/** A text in every language, as in the catalogue and the brand file. */
export type LocalText = Readonly<Record<Locale, string>>;

export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/** BCP 47 tags for `lang`, `hreflang` and Intl: Swiss variants, Serbian in Latin script (decisions 1). */
export const LANGUAGE_TAG = {
  de: "de-CH",
  en: "en-CH",
  fr: "fr-CH",
  it: "it-CH",
  sr: "sr-Latn",
} as const satisfies Record<Locale, string>;

/** Returns the path prefix of a locale: empty for German, `/en` and so on for the others. */
export function localePrefix(locale: Locale): string {
  return locale === DEFAULT_LOCALE ? "" : `/${locale}`;
}

/**
 * Splits a path into its locale and the rest. The rest always starts with exactly one slash, because a link to `//host`
 * would leave the shop.
 */
export function splitLocale(path: string): { locale: Locale; rest: string } {
  const match = /^\/(en|fr|it|sr)(?=\/|$)/.exec(path);
  const locale = match ? (match[1] as Locale) : DEFAULT_LOCALE;
  return { locale, rest: path.slice(match?.[0].length ?? 0).replace(/^[/\\]*/, "/") };
}

/** Each language by its own name. */
export const LANGUAGE_NAMES = {
  de: "Deutsch",
  en: "English",
  fr: "Français",
  it: "Italiano",
  sr: "Srpski",
} as const satisfies Record<Locale, string>;
