import { isSwissMobile, normalisePhone, plainPhone } from "./phone.ts";

/**
 * Returns what is wrong with a typed number, precisely enough for the shopper to correct it; null if it is a Swiss
 * mobile number.
 */
export function phoneMistake(typed: string): "missing" | "tooShort" | "tooLong" | "notMobile" | null {
  if (plainPhone(typed) === "") return "missing";
  if (/[^\d\s+()/._-]/.test(plainPhone(typed))) return "notMobile";
  const msisdn = normalisePhone(typed);
  if (isSwissMobile(msisdn)) return null;
  const national = msisdn.replace(/^(41|0)/, "");
  if (!/^7[35-9]/.test(national)) return "notMobile";
  return national.length < 9 ? "tooShort" : "tooLong";
}
