import type { Locale } from "./locale.ts";

/** Each language by its own name. */
export const LANGUAGE_NAMES = {
  de: "Deutsch",
  en: "English",
  fr: "Français",
  it: "Italiano",
  sr: "Srpski",
} as const satisfies Record<Locale, string>;
