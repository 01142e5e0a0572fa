const NO_BREAK = "\u00a0";

/** The text with amounts ("CHF 39.90") and dates ("24. November") that no line break divides. */
export function unbroken(text: string): string {
  return text
    .replace(/\b(CHF|€) (?=\d)/g, `$1${NO_BREAK}`)
    .replace(/\b(\d{1,2}\.?|1er|1º) (?=\p{L}{3,})/gu, `$1${NO_BREAK}`);
}
