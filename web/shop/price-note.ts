import { fromChf } from "#core/money/money.ts";
import { useTranslations } from "use-intl";
import { chf } from "#web/money/amounts.ts";
import type { Card } from "./products.ts";

/** Returns the function that explains the price of a tariff: per month, or in advance and for how long. */
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
