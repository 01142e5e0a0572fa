import { fromChf, type Chf } from "#core/money/money.ts";
import type { Locale } from "#core/text/locale.ts";
import { sameQuote, sameTotals, type Quote, type Totals, quoteFor } from "#core/price/pricing.ts";
import { closedBy, furthestStep, type CheckoutFacts } from "#core/steps/steps.ts";
import { fail } from "#server/api/result.ts";
import { checkoutAnswer, totalsOnWire } from "./answer.ts";
import type { OpenCheckout } from "./checkout.ts";
import type { PrepareAnswers } from "#contract/schemas/prepare.ts";
import { allowedAlternatives, alternativesTo } from "./alternatives.ts";
import { dayInZurich, formatDay, type Day } from "#core/time/dates.ts";
import { workingDaysAfter } from "#core/time/working-days.ts";
import type { Config } from "#server/config/config.ts";
import type { SolvencyAnswer } from "./tables.ts";
import { lineName } from "#server/shop/catalogue/presentation.ts";

/** Returns 404, the same for unknown and malformed ids and ids of other shoppers (wire, Common). */
export function unknownCheckout() {
  return fail("checkoutUnknown");
}

/** Returns 409 with the furthest allowed step. */
export function toFurthestStep(facts: CheckoutFacts) {
  const why = closedBy(facts);
  return fail("stepRefused", { page: furthestStep(facts), ...(why && { why }) });
}

/** The totals on the shopper's page, in CHF as sent; null from a client that does not send them. */
export type SeenTotals = { readonly billing: Chf; readonly oneTime: Chf; readonly total: Chf } | null | undefined;

/**
 * Whether the shopper has seen and agreed to the price of this checkout: it equals the shown quote and the totals on
 * the page, and no catalogue change awaits agreement. A client that does not send its totals is assumed to show the
 * last answer.
 */
export function isPriceAgreed({ quote, shown }: OpenCheckout, seen: SeenTotals): boolean {
  if (quote && !sameQuote(quote, shown.quote)) return false;
  if (!seen) return true;
  return shown.unagreed === undefined && isSeen(seen, shown.quote);
}

/** Whether sent totals, in CHF, are those of a quote. */
export const isSeen = (seen: NonNullable<SeenTotals>, quote: Totals): boolean => sameTotals(seenInRappen(seen), quote);

const seenInRappen = (seen: NonNullable<SeenTotals>): Totals => ({
  monthly: fromChf(seen.billing),
  firstBill: fromChf(seen.oneTime),
  dueNow: fromChf(seen.total),
});

/**
 * Returns 409 with the current price and the one that the shopper has seen. The shopper agrees before the order or
 * payment (decisions 3).
 */
export function priceChanged(checkout: OpenCheckout & { readonly quote: Quote }, seen: SeenTotals, locale: Locale) {
  const { id, quote, catalogue, shown, form } = checkout;
  const previous = shown.unagreed?.totals ?? (seen ? seenInRappen(seen) : shown.quote);
  return fail("priceChanged", {
    checkout: checkoutAnswer({ id, quote, catalogue, previous, simType: form?.simType }, locale),
  });
}

export type Refusal = NonNullable<PrepareAnswers["4"]["refusal"]>;
/**
 * Returns why credit was refused automatically for a checkout, and what its customer can buy instead, with prices.
 * `answer` is the solvency check's; null if the reason is in the operator's records, or no check was made.
 */
export function refusalOf(
  { now, config }: { readonly now: () => Date; readonly config: Pick<Config, "reviewDays"> },
  checkout: OpenCheckout,
  answer: SolvencyAnswer | null,
  locale: Locale,
): Refusal {
  const { catalogue, record, account } = checkout;
  const reason = account?.profile.solvent === false ? "ownRecords" : "limit";
  const offers = alternativesTo(record, catalogue, allowedAlternatives(catalogue, answer?.accepts ?? null));
  return {
    check: answer ? (answer.check ?? "creditAgency") : reason,
    alternatives: offers.flatMap(({ kind, record: instead }) => {
      const quote = quoteFor(instead, catalogue);
      const [main] = quote?.lines ?? [];
      if (!quote || !main) return [];
      const name = lineName(main, catalogue, locale);
      return [{ kind, record: { ...instead }, name, ...totalsOnWire(quote), transfer: quote.postpaid }];
    }),
    decidedBy: formatDay(decidedBy(now(), config)),
  };
}

/** Returns the day by which a person decides about an order that was put on hold at a moment. */
export function decidedBy(heldAt: Date, { reviewDays }: Pick<Config, "reviewDays">): Day {
  return workingDaysAfter(dayInZurich(heldAt), reviewDays);
}
