import { useTranslations } from "use-intl";
import { chf } from "#web/money/amounts.ts";
import { useBoxPrice, useOneTime } from "#web/shop/price-words.ts";
import { costsOf, isPrepaid, type Choice, type Product } from "../products.ts";
import styles from "./BuyBox.module.css";

type Props = { readonly product: Product; readonly choice: Choice };

/** What is paid besides the monthly bill, and everything together. */
export function Costs({ product, choice }: Props) {
  const t = useTranslations("shop");
  const boxPrice = useBoxPrice();
  const onceFor = useOneTime();
  const costs = costsOf(product, choice);
  const { priceNow, whole } = costs;
  const rows = [
    ...(isPrepaid(product) ? [] : [[t("buy.once"), onceFor(costs)] as const]),
    [t("buy.now"), chf(priceNow)] as const,
    ...(whole ? [[t("buy.whole", { count: whole.months }), chf(whole.total)] as const] : []),
    // What the shopper may add is not in the sum above.
    ...(product.box ? [[t("facts.box"), boxPrice(product.box)] as const] : []),
  ];
  return (
    <dl className={styles.costs}>
      {rows.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  );
}
