import { asSent } from "#core/checkout-record/record.ts";
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

/** Returns 404. It is the same for unknown ids, malformed ids and ids of other shoppers (wire, Common). */
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
 * Returns whether the shopper has seen and agreed to the current price: it equals both the shown quote and the totals
 * on the page, and no price change of a new catalogue awaits agreement. If a client does not send its totals, its page
 * is assumed to show the last response.
 */
export function isPriceAgreed({ quote, shown }: OpenCheckout, seen: SeenTotals): boolean {
  if (quote && !sameQuote(quote, shown.quote)) return false;
  if (!seen) return true;
  return shown.unagreed === undefined && isSeen(seen, shown.quote);
}

/** Returns whether these totals from a client, in CHF, are those of a quote. */
export const isSeen = (seen: NonNullable<SeenTotals>, quote: Totals): boolean => sameTotals(seenInRappen(seen), quote);

const seenInRappen = (seen: NonNullable<SeenTotals>): Totals => ({
  monthly: fromChf(seen.billing),
  firstBill: fromChf(seen.oneTime),
  dueNow: fromChf(seen.total),
});

/**
 * Returns 409 with the current price and the one that the shopper has seen, for the shopper to agree before ordering or
 * paying (decisions 3).
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
 * Returns why credit was refused automatically, and what the customer can buy instead, with prices. `answer`: the
 * result of the solvency check; null if the reason is in the operator's records, or no check was made.
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
      return [{ kind, record: asSent(instead), name, ...totalsOnWire(quote), transfer: quote.postpaid }];
    }),
    decidedBy: formatDay(decidedBy(now(), config)),
  };
}

/** Returns the day by which a person decides on an order that was put on hold at `heldAt`. */
export function decidedBy(heldAt: Date, { reviewDays }: Pick<Config, "reviewDays">): Day {
  return workingDaysAfter(dayInZurich(heldAt), reviewDays);
}
