import { plainText } from "../text/plain-text.ts";

/**
 * Swiss mobile numbers: 073 and 075–079 (domain facts, Swiss numbers). 074 is for pagers, and +423 is Liechtenstein. A
 * test compares this pattern with libphonenumber's data.
 */
const SWISS_MOBILE = /^417[35-9]\d{7}$/;

/** Returns a number that was typed or copied from a link, without `tel:` and invisible characters. */
export function plainPhone(typed: string): string {
  return plainText(typed).replace(/^tel: ?/i, "");
}

/**
 * Converts typed numbers (`+41 (0)79 …`, `+41 079 …`, `079/…`, `0041…`, `tel:…`) to an MSISDN: `41` and nine digits.
 */
export function normalisePhone(typed: string): string {
  const digits = plainPhone(typed)
    .replace(/\( ?0 ?\)/g, "")
    .replace(/[^\d+]/g, "");
  const national = digits.replace(/^(\+41|0041|41(?=0))0?/, "41").replace(/^\+/, "");
  if (/^0[1-9]\d{8}$/.test(national)) return `41${national.slice(1)}`;
  return /^7\d{8}$/.test(national) ? `41${national}` : national;
}

export function isSwissMobile(msisdn: string): boolean {
  return SWISS_MOBILE.test(msisdn);
}

/**
 * Returns a mobile number without its country code, for a field that shows a fixed `+41` before it. Anything else is
 * returned unchanged.
 */
export function nationalPhone(phone: string): string {
  const msisdn = normalisePhone(phone);
  return isSwissMobile(msisdn) ? msisdn.slice(2) : phone;
}

/** Formats an MSISDN for display: `+41 78 412 34 56`. */
export function displayPhone(msisdn: string): string {
  const match = /^41(\d{2})(\d{3})(\d{2})(\d{2})$/.exec(msisdn);
  return match ? `+41 ${match.slice(1).join(" ")}` : msisdn;
}
