import { fromChf } from "#core/money/money.ts";
import { useTranslations } from "use-intl";
import { chf } from "#web/money/amounts.ts";
import type { Card } from "./products.ts";

/** Returns a function that explains what a tariff's price covers: one month, or a term paid in advance. */
export function usePriceNote(): (priced: Pick<Card, "group" | "price" | "duration">) => string {
  const t = useTranslations();
  return ({ group, price, duration }) => {
    const months = t("common.months", { count: duration ?? 1 });
    if (group === "tvPrepaid") return t("shop.note.tvPrepaid", { months, price: chf(price) });
    if (group === "tv") return t("shop.note.tv", { months });
    if (group === "prepaid") return fromChf(price) === 0 ? t("shop.note.free") : t("shop.note.prepaid");
    return t("shop.note.month");
  };
}

/** Returns a function that states what the first set-top box adds to a TV tariff. */
export function useBoxPrice(): (box: NonNullable<Card["box"]>) => string {
  const t = useTranslations("shop.facts");
  return ({ included, billing, oneTime, total }) => {
    if (included) return t("included");
    const parts = [
      ...(fromChf(billing) ? [chf(billing)] : []),
      ...(fromChf(total) ? [t("nowAmount", { amount: chf(total) })] : []),
      ...(fromChf(oneTime) ? [t("onceAmount", { amount: chf(oneTime) })] : []),
    ];
    return parts.length > 0 ? parts.join(" + ") : t("nothing");
  };
}

/**
 * Returns a function that lists the one-time costs and their reasons: `Aktivierung CHF 49.–`. If there are several,
 * their total comes first.
 */
export function useOneTimeCosts(): (costs: Pick<Card, "oneTime" | "oneTimeParts">) => string {
  const t = useTranslations("shop");
  return ({ oneTime, oneTimeParts }) => {
    const parts = oneTimeParts.map(({ reason, amount }) => t(`oneTime.${reason}`, { amount: chf(amount) }));
    if (parts.length === 0) return t("facts.nothing");
    return parts.length === 1 ? parts.join() : `${chf(oneTime)} (${parts.join(", ")})`;
  };
}
