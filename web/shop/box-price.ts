import { fromChf } from "#core/money/money.ts";
import { useTranslations } from "use-intl";
import { chf } from "#web/money/amounts.ts";
import type { Card } from "./products.ts";

/** Returns the function that says what the first set-top box adds to a TV tariff. */
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
