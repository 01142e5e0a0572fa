const NO_BREAK = "\u00a0";

/**
 * Returns the text with non-breaking spaces in amounts ("CHF 39.90"), dates ("24. November") and phone numbers ("+41 78
 * 412 34 56").
 */
export function unbroken(text: string): string {
  return text
    .replace(/\+41(?: \d{2,3}){4}/g, (phone) => phone.replaceAll(" ", NO_BREAK))
    .replace(/\b(CHF|€) (?=\d)/g, `$1${NO_BREAK}`)
    .replace(/\b(\d{1,2}\.?|1er|1º) (?=\p{L}{3,})/gu, `$1${NO_BREAK}`);
}
