/** Maximum number of digits in a search. No number has that many, so a longer search finds nothing. */
const MAX_DIGITS = 12;

/**
 * Converts a shopper's search for numbers to a `like` pattern over MSISDNs. It matches the digits anywhere after the
 * country code, or from the beginning if they were typed with `07`, `0041` or `+41`. Ignores everything but digits. A
 * text without any digit gives an empty pattern, which matches no number.
 */
export function numberPattern(typed: string): string {
  if (/[^\s+]/.test(typed) && !/\d/.test(typed)) return "";
  const plain = typed.replace(/[^\d+]/g, "");
  const [, national] = /^(?:(?:\+|00)41(?:0(?=[1-9]))?|0(?=7|$))(.*)$/.exec(plain) ?? [];
  const digits = (national ?? plain).replace(/\D/g, "").slice(0, MAX_DIGITS);
  return national === undefined ? `41%${digits}%` : `41${digits}%`;
}

/** The last page of numbers on offer, counted from 0. A shopper who has seen that many can search by digits. */
export const LAST_NUMBER_PAGE = 50;
