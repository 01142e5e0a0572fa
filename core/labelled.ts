import type { Locale } from "./locale.ts";

/** A text after its name: `SMART 60: 24 months`. French has a narrow no-break space before the colon. */
export function labelled(name: string, text: string, locale: Locale): string {
  return `${name}${locale === "fr" ? "\u202f" : ""}: ${text}`;
}
