import { isLocale, type Locale } from "#core/text/locale.ts";
import { browserStorage } from "./storage.ts";

/** Returns the language in which the shopper ticked a checkout's transfer authority; null if it is not known. */
export function readAuthorityLanguage(checkout: string | null): Locale | null {
  const [owner, locale] = browserStorage.read("authority-language")?.split(" ") ?? [];
  return owner === String(checkout) && isLocale(locale) ? locale : null;
}

export function storeAuthorityLanguage(checkout: string | null, locale: Locale): void {
  browserStorage.write("authority-language", `${checkout} ${locale}`);
}
