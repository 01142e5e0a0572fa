/** More digits than a number has find none. */
const MOST_DIGITS = 12;

/**
 * What a shopper searches numbers by, as a pattern of SQL's `like` over MSISDNs: digits anywhere behind the country
 * code, or from the beginning if they are typed with `07`, `0041` or `+41`. Everything but digits is ignored; what has
 * no digit is in no number, and its pattern is empty.
 */
export function numberPattern(typed: string): string {
  if (/[^\s+]/.test(typed) && !/\d/.test(typed)) return "";
  const plain = typed.replace(/[^\d+]/g, "");
  const [, national] = /^(?:(?:\+|00)41(?:0(?=[1-9]))?|0(?=7|$))(.*)$/.exec(plain) ?? [];
  const digits = (national ?? plain).replace(/\D/g, "").slice(0, MOST_DIGITS);
  return national === undefined ? `41%${digits}%` : `41${digits}%`;
}

/** The last page of numbers that is offered, counted from 0: whoever has seen so many searches by digits. */
export const LAST_NUMBER_PAGE = 50;
