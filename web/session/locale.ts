import type { Locale } from "#core/text/locale.ts";
import { browserStorage } from "./storage.ts";

/** Stores the language that the shopper has chosen. */
export function storeLocale(locale: Locale): void {
  browserStorage.write("locale", locale);
}
