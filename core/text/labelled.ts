/**
 * Returns a text after its label: `SMART 60: 24 months`. French has a narrow no-break space before the colon. `locale`:
 * a language or its tag.
 */
export function labelled(name: string, text: string, locale: string): string {
  return `${name}${locale.startsWith("fr") ? "\u202f" : ""}: ${text}`;
}
