/** Maximum number of digits in a search: more than a number has, so that a longer search finds none. */
const MAX_DIGITS = 12;

/**
 * Converts a shopper's search for numbers to a pattern of SQL's `like` over MSISDNs: digits anywhere after the country
 * code, or from the beginning if they are typed with `07`, `0041` or `+41`. Ignores everything but digits. Text without
 * any digit matches no number: its pattern is empty.
 */
export function numberPattern(typed: string): string {
  if (/[^\s+]/.test(typed) && !/\d/.test(typed)) return "";
  const plain = typed.replace(/[^\d+]/g, "");
  const [, national] = /^(?:(?:\+|00)41(?:0(?=[1-9]))?|0(?=7|$))(.*)$/.exec(plain) ?? [];
  const digits = (national ?? plain).replace(/\D/g, "").slice(0, MAX_DIGITS);
  return national === undefined ? `41%${digits}%` : `41${digits}%`;
}

/** The last page of numbers that is offered, counted from 0. Shoppers who have seen that many can search by digits. */
export const LAST_NUMBER_PAGE = 50;
