import { useTranslations } from "use-intl";
import { chf } from "#web/money/amounts.ts";
import type { Card } from "./products.ts";

/** Returns the function that says what comes once, and what for: `Aktivierung CHF 49.–`. */
export function useOneTime(): (costs: Pick<Card, "oneTimeParts">) => string {
  const t = useTranslations("shop");
  return ({ oneTimeParts }) =>
    oneTimeParts.map(({ reason, amount }) => t(`oneTime.${reason}`, { amount: chf(amount) })).join(", ") ||
    t("facts.nothing");
}
