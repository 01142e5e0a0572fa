import { useTranslations } from "use-intl";
import { chf } from "#web/money/amounts.ts";
import { useBoxPrice, useOneTimeCosts } from "#web/shop/price-words.ts";
import type { Card } from "../products.ts";
import styles from "./Facts.module.css";

type Fact = readonly [name: string, value: string];

/** The commitments that come with a tariff's price, always in the same order, so that cards are easy to compare. */
export function Facts({ tariff }: { readonly tariff: Card }) {
  const facts = useFacts(tariff);
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function useFacts(tariff: Card): readonly Fact[] {
  const { kind, group, minimumTerm, after, priceNow, shortest, box } = tariff;
  const t = useTranslations("shop.facts");
  const tCommon = useTranslations("common");
  const boxPrice = useBoxPrice();
  const onceFor = useOneTimeCosts();
  const boxes: readonly Fact[] = box ? [[t("box"), boxPrice(box)]] : [];
  if (group === "tvPrepaid") return [[t("now"), chf(priceNow)], ...boxes];
  const bound = minimumTerm !== null && minimumTerm > 1;
  if (kind === "tv") {
    const shorter = shortest && { count: shortest.months, price: chf(shortest.price), after: chf(shortest.after) };
    return [
      ...(bound ? [[t("bound"), tCommon("months", { count: minimumTerm })] as const] : []),
      ...(after ? [[t("afterMonths", { count: after.months }), chf(after.billing)] as const] : []),
      ...(shorter ? [[t("shorter"), t("from", shorter)] as const] : []),
      ...boxes,
    ];
  }
  const afterName =
    after === null || after.months === (minimumTerm ?? 1) ? t("after") : t("afterMonths", { count: after.months });
  return [
    [t("term"), bound ? tCommon("months", { count: minimumTerm }) : t("none")],
    ...(after ? [[afterName, chf(after.billing)] as const] : []),
    [t("once"), onceFor(tariff)],
  ];
}
