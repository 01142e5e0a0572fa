import { useTranslations } from "use-intl";
import { chf } from "#web/money/amounts.ts";
import type { Card } from "./products.ts";

/** Returns the function that explains a card's price: per month, in advance, or with a tariff. */
export function usePriceNote(): (product: Pick<Card, "group" | "price" | "priceNow">) => string {
  const t = useTranslations("shop.note");
  return ({ group, price, priceNow }) => {
    if (group === "device") return t("device");
    if (group === "tvPrepaid") return t("tvPrepaid", { total: chf(priceNow) });
    if (group === "prepaid") return price === 0 ? t("free") : t("prepaid");
    return t("month");
  };
}
