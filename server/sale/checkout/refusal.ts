import type { PrepareAnswers } from "#contract/schemas/prepare.ts";
import { allowedAlternatives, alternativesTo } from "./alternatives.ts";
import { dayInZurich, formatDay, type Day } from "#core/time/dates.ts";
import type { Locale } from "#core/text/locale.ts";
import { quoteFor } from "#core/price/pricing.ts";
import { workingDaysAfter } from "#core/time/working-days.ts";
import type { Config } from "#server/config/config.ts";
import type { SolvencyAnswer } from "./tables.ts";
import { totalsOnWire } from "./answer.ts";
import type { OpenCheckout } from "./checkout.ts";
import { lineName } from "#server/shop/catalogue/presentation.ts";

export type Refusal = NonNullable<PrepareAnswers["4"]["refusal"]>;
type Needs = { readonly now: () => Date; readonly config: Pick<Config, "reviewDays"> };

/**
 * Why a machine has refused credit for a checkout, and what its customer may buy instead, with prices. `answer` is the solvency check's; null
 * if the operator's records say it, or nobody was asked.
 */
export function refusalOf(
  { now, config }: Needs,
  checkout: OpenCheckout,
  answer: SolvencyAnswer | null,
  locale: Locale,
): Refusal {
  const { catalogue, record, account } = checkout;
  const offers = alternativesTo(record, catalogue, allowedAlternatives(catalogue, answer?.accepts ?? null));
  return {
    check: answer ? (answer.check ?? "creditAgency") : account?.profile.solvent === false ? "ownRecords" : "limit",
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

/** The day by which a person decides about an order that was held at a moment. */
export function decidedBy(heldAt: Date, { reviewDays }: Pick<Config, "reviewDays">): Day {
  return workingDaysAfter(dayInZurich(heldAt), reviewDays);
}
