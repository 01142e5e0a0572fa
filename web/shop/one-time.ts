import { useTranslations } from "use-intl";
import { chf } from "#web/money/amounts.ts";
import type { Card } from "./products.ts";

/**
 * Returns the function that says what comes once, and what for: `Aktivierung CHF 49.–`. Several parts have their sum
 * before them.
 */
export function useOneTime(): (costs: Pick<Card, "oneTime" | "oneTimeParts">) => string {
  const t = useTranslations("shop");
  return ({ oneTime, oneTimeParts }) => {
    const parts = oneTimeParts.map(({ reason, amount }) => t(`oneTime.${reason}`, { amount: chf(amount) }));
    if (parts.length === 0) return t("facts.nothing");
    return parts.length === 1 ? parts.join() : `${chf(oneTime)} (${parts.join(", ")})`;
  };
}
