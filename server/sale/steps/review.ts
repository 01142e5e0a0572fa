import { asSent } from "#core/checkout-record/record.ts";
import type { PrepareAnswers } from "#contract/schemas/prepare.ts";
import { afterOrder, type Ordered } from "#core/order/after-order.ts";
import type { Locale } from "#core/text/locale.ts";
import { isBusiness } from "#server/sale/identity/profile.ts";
import { isBilled, settlementOf } from "#core/price/settlement.ts";
import type { Access } from "#server/sale/checkout/access.ts";
import { billDelivery } from "#server/sale/checkout/checkout.ts";
import { reviewVersion } from "#server/sale/checkout/review-version.ts";
import { agreementText, lineNotes } from "#server/sale/confirmation/line-notes.ts";
import { noticeTerms } from "#server/sale/confirmation/agreement.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import { lineName } from "#server/shop/catalogue/presentation.ts";

/** A business customer chooses neither a SIM nor a number, because their data comes from the customer base. */
const NOTHING_CHOSEN = {
  simType: "0",
  mnp: false,
  mnpMsisdn: "",
  mnpSubscriptionType: "Postpaid",
  mnpDate: "",
  newMsisdn: "",
} as const;

/**
 * Returns what the order would be for if it were placed now, with the same texts and dates as on the thank-you page and
 * the confirmation. A number to be transferred is only shown for the customer's token.
 */
export function reviewOf(
  { checkout, token }: Pick<Access, "checkout" | "token">,
  { now, brand }: { readonly now: Date; readonly brand: Pick<Brand, "contract"> },
  locale: Locale,
): PrepareAnswers["5"]["review"] {
  const { catalogue, form } = checkout;
  const { quote } = checkout.shown;
  const customer: Ordered["customer"] = { ...(form ?? NOTHING_CHOSEN), typeOfBill: billDelivery(checkout) };
  const business = isBusiness(checkout.account?.profile ?? null);
  const settlement = settlementOf({ total: quote.dueNow, paid: false, business });
  const billed = isBilled({ postpaid: quote.postpaid, settlement });
  const next = afterOrder({ at: now, lines: quote.lines, billed, customer });
  const text = agreementText(locale);
  return {
    version: reviewVersion(checkout),
    record: asSent(checkout.record),
    lines: quote.lines.map((line, index) => ({
      code: line.code,
      name: lineName(line, catalogue, locale, customer.simType),
      notes: [
        ...lineNotes(line, { quote, simType: customer.simType, catalogue, locale }, text),
        // The end of the contract is noted at the tariff, which is the first line.
        ...(index === 0 ? noticeTerms(quote, { catalogue, brand }, text) : []),
      ],
    })),
    next: next.number && token === null ? { ...next, number: { ...next.number, msisdn: null } } : next,
  };
}
