import { displayPhone, normalisePhone } from "../phone-numbers/phone.ts";

/**
 * Returns the text by which a shopper agrees that the present provider of a number is asked whether their details match
 * its holder's, in one language. It is shown at step 4 and recorded when it is ticked. `brand`: the name of the shop.
 * An empty number is shown as `…`. `translate` returns `transfer.match.text` in `locales/<language>/number.json`.
 */
export function holderConsentText(
  mnpMsisdn: string,
  brand: string,
  translate: (key: "text", values: Record<string, string>) => string,
): string {
  const number = mnpMsisdn.trim() ? displayPhone(normalisePhone(mnpMsisdn)) : "…";
  return translate("text", { brand, number });
}
