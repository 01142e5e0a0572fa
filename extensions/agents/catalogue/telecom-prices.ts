import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { fromChf, type Rappen } from "#core/money/money.ts";
import type { Quote } from "#core/price/pricing.ts";
import { costsOf } from "#server/shop/catalogue/costs.ts";

/** What a purchase costs, in Rappen. Platforms get it beside UCP's own amounts, which know nothing of bills. */
export type TelecomPrices = {
  /** Paid at the checkout. */
  readonly due_now: Rappen;
  /** On every bill. */
  readonly monthly: Rappen;
  /** Once, on the first bill. */
  readonly first_bill: Rappen;
  /** 1 if the contract can be cancelled every month; null without a contract. */
  readonly minimum_term_months: number | null;
  /** The bill after a promotion or after a device's instalments; null if it does not change. */
  readonly later: { readonly after_months: number; readonly monthly: Rappen } | null;
  /** Everything paid over the term or the package's duration; null if neither is longer than a month. */
  readonly total: { readonly months: number; readonly amount: Rappen } | null;
};

/** Returns what a quote costs, with the amounts that the shop window and the contract summary also show. */
export function telecomPrices(quote: Quote, catalogue: Catalogue): TelecomPrices {
  const { minimumTerm, after, whole } = costsOf(quote, catalogue);
  return {
    due_now: quote.dueNow,
    monthly: quote.monthly,
    first_bill: quote.firstBill,
    minimum_term_months: minimumTerm,
    later: after && { after_months: after.months, monthly: fromChf(after.billing) },
    total: whole && { months: whole.months, amount: fromChf(whole.total) },
  };
}
