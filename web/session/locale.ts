import type { Locale } from "#core/locale.ts";
import { kept } from "./storage.ts";

/** Remembers the language that the shopper chose. */
export function keepLocale(locale: Locale): void {
  kept.write("locale", locale);
}
