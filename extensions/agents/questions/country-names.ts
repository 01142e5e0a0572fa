import { LANGUAGE_TAG, type Locale } from "#core/text/locale.ts";

/** Returns the name of a country in a language; its code if there is none. */
export function countryName(code: string, locale: Locale): string {
  return new Intl.DisplayNames([LANGUAGE_TAG[locale]], { type: "region" }).of(code) ?? code;
}
