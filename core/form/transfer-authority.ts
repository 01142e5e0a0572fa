import type { CustomerForm } from "./fields.ts";
import { parseDay } from "../time/dates.ts";
import { dayText } from "../time/day-text.ts";
import type { Locale } from "../text/locale.ts";
import { displayPhone, normalisePhone } from "../phone-numbers/phone.ts";

/** Keys below `transfer.authority` in `locales/<language>/number.json`. */
type AuthorityText = "text" | "onDay" | "soon";
export type TranslateAuthority = (key: AuthorityText, values?: Record<string, string>) => string;

/** What of the form the authority names. */
export type Authorised = Pick<CustomerForm, "firstName" | "lastName" | "mnpMsisdn" | "mnpDate">;

/**
 * The authority that the holder of a number gives for its transfer (domain facts, Number transfer), in one language:
 * shown at step 4 while it is typed, recorded with the tick, and printed on the PDF. `brand` is the name of the shop.
 * What is not typed yet is a line to fill in.
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
