import { fromChf, type Chf } from "#core/money/money.ts";
import type { Locale } from "#core/text/locale.ts";
import { sameQuote, sameTotals, type Quote, type Totals } from "#core/price/pricing.ts";
import { closedBy, furthestStep, type CheckoutFacts } from "#core/steps/steps.ts";
import { fail } from "#server/platform/http/result.ts";
import { checkoutAnswer } from "./answer.ts";
import type { OpenCheckout } from "./checkout.ts";

/** 404, the same for unknown and malformed ids and ids of other shoppers (wire, Common). */
export function unknownCheckout() {
  return fail("checkoutUnknown");
}

/** 409 with the furthest allowed step. */
export function toFurthestStep(facts: CheckoutFacts) {
  const why = closedBy(facts);
  return fail("stepRefused", { page: furthestStep(facts), ...(why && { why }) });
}

/** The totals that the shopper's page shows, in CHF as sent; null from a client that does not say. */
export type SeenTotals = { readonly billing: Chf; readonly oneTime: Chf; readonly total: Chf } | null | undefined;

/**
 * Whether the shopper has seen, and agreed to, the price of this checkout: it is still the shown quote, it is what this page shows, and no
 * change of the catalogue waits for an agreement. A client that does not send its totals is taken to have shown the last answer.
 */
export function isPriceAgreed({ quote, shown }: OpenCheckout, seen: SeenTotals): boolean {
  if (quote && !sameQuote(quote, shown.quote)) return false;
  if (!seen) return true;
  return shown.unagreed === undefined && isSeen(seen, shown.quote);
}

/** Whether totals as sent, in CHF, are those of a quote. */
export const isSeen = (seen: NonNullable<SeenTotals>, quote: Totals): boolean => sameTotals(seenInRappen(seen), quote);

const seenInRappen = (seen: NonNullable<SeenTotals>): Totals => ({
  billing: fromChf(seen.billing),
  oneTime: fromChf(seen.oneTime),
  total: fromChf(seen.total),
});

/** 409 with the current price and the one that the shopper knows. The shopper agrees before the order or payment (decisions 3). */
export function priceChanged(checkout: OpenCheckout & { readonly quote: Quote }, seen: SeenTotals, locale: Locale) {
  const { id, quote, catalogue, shown, form } = checkout;
  const previous = shown.unagreed?.totals ?? (seen ? seenInRappen(seen) : shown.quote);
  return fail("priceChanged", {
    checkout: checkoutAnswer({ id, quote, catalogue, previous, simType: form?.simType }, locale),
  });
}
