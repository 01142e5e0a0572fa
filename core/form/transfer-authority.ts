import type { CustomerForm } from "./fields.ts";
import { parseDay } from "../time/dates.ts";
import { dayText } from "../time/day-text.ts";
import type { Locale } from "../text/locale.ts";
import { displayPhone, normalisePhone } from "../phone-numbers/phone.ts";

/** Keys below `transfer.authority` in `locales/<language>/number.json`. */
type AuthorityText = "text" | "onDay" | "soon";
export type TranslateAuthority = (key: AuthorityText, values?: Record<string, string>) => string;

/** The form fields that the authorisation contains. */
export type Authorised = Pick<CustomerForm, "firstName" | "lastName" | "mnpMsisdn" | "mnpDate">;

/**
 * Returns the text by which the holder of a number authorises its transfer (domain facts, Number transfer), in one
 * language. It is shown at step 4 while the shopper types, recorded when it is ticked, and printed on the PDF. `brand`:
 * the name of the shop. Empty fields are shown as `…`.
 */
export function authorityText(
  { firstName, lastName, mnpMsisdn, mnpDate }: Authorised,
  { brand, locale }: { readonly brand: string; readonly locale: Locale },
  translate: TranslateAuthority,
): string {
  const day = parseDay(mnpDate) ? translate("onDay", { day: dayText(mnpDate, locale, "full") }) : translate("soon");
  return translate("text", {
    holder: `${firstName.trim()} ${lastName.trim()}`.trim() || BLANK,
    number: mnpMsisdn.trim() ? displayPhone(normalisePhone(mnpMsisdn)) : BLANK,
    day,
    brand,
  });
}

const BLANK = "…";
