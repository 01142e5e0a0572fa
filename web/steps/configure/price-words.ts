import type { Chf } from "#core/money/money.ts";
import type { useTranslations } from "use-intl";
import type { Arm } from "#core/checkout-record/experiments.ts";
import { changeOf, termOf, type Lines } from "#web/checkout/summary/lines.ts";
import { chf } from "#web/money/amounts.ts";

type Translate = ReturnType<typeof useTranslations<never>>;

/**
 * The facts in a price caption: how long the price applies and binds, and the price afterwards. Amounts are per month.
 */
type PriceFacts = {
  readonly binding: number | null;
  /** The end of a promotion, or of the duration of TV. */
  readonly promotion: { readonly months: number; readonly after: Chf } | null;
};

/** Returns the facts about a monthly price. A promotion without a fixed end has no later price to state. */
function factsOf(lines: Lines): PriceFacts {
  const months = termOf(lines);
  const promotion = lines.tariff && changeOf(lines.tariff);
  return {
    binding: months && months > 1 ? months : null,
    promotion: promotion && promotion.months !== null ? { months: promotion.months, after: promotion.after } : null,
  };
}

/**
 * Returns the caption next to a tariff's price: the period, the term, and the price afterwards. Arm B states the same
 * facts in full sentences.
 */
export function priceCaption(lines: Lines, postpaid: boolean, arm: Arm, t: Translate): string {
  const months = termOf(lines);
  const monthsText = (count: number) => t("common.months", { count });
  if (!postpaid && months) return t("checkout.forMonths", { months: monthsText(months) });
  const facts = factsOf(lines);
  return arm === "A" || lines.tv ? inBrief(facts, monthsText, t) : inSentences(facts, monthsText, t);
}

function inBrief({ binding, promotion }: PriceFacts, monthsText: (count: number) => string, t: Translate): string {
  const then =
    promotion && t("checkout.summary.then", { months: monthsText(promotion.months), price: chf(promotion.after) });
  // If the promotion ends with the term, a single duration covers both.
  const term = binding !== null && binding !== promotion?.months ? monthsText(binding) : null;
  return [t("common.price.month"), [term, then].filter(Boolean).join(" · ")].filter(Boolean).join(", ");
}

function inSentences({ binding, promotion }: PriceFacts, monthsText: (count: number) => string, t: Translate): string {
  const term = binding === null ? null : `${t("checkout.minimumTerm", { months: monthsText(binding) })}.`;
  const price = promotion
    ? t("checkout.priceWords", { months: monthsText(promotion.months), after: chf(promotion.after) })
    : `${t("common.price.month")}${term ? "." : ""}`;
  return [price, term].filter(Boolean).join(" ");
}
