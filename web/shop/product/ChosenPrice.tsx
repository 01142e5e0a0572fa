import { useTranslations } from "use-intl";
import { chf, percentOff } from "#web/money/amounts.ts";
import { Tag } from "#web/kit/Tag.tsx";
import { usePriceNote } from "../price-note.ts";
import type { Product, Term } from "../products.ts";
import { Parts } from "./Parts.tsx";
import hidden from "#web/kit/visually-hidden.module.css";
import styles from "./BuyBox.module.css";

type Props = {
  readonly product: Product;
  readonly term: Term | undefined;
  /** The price with the tariff that a device is sold with. */
  readonly total: string;
};

/** The price of a product for one term. */
export function ChosenPrice({ product, term, total }: Props) {
  const t = useTranslations();
  const note = usePriceNote();
  const { tariff } = product;
  const own = term ?? product;
  const old = tariff ? null : own.oldPrice;
  return (
    <>
      {tariff && <Parts product={product} tariff={tariff} term={term} />}
      {old !== null && (
        <p className={styles.action}>
          <Tag>{t("shop.action", { percent: percentOff(own.price, old) })}</Tag>
          <s>
            <span className={hidden.visuallyHidden}>{t("common.price.instead")} </span>
            {chf(old)}
          </s>
        </p>
      )}
      <p className={styles.price}>
        {tariff && <span className={styles.together}>{t("shop.buy.together")}</span>}
        <strong className={styles.amount}>{total}</strong>
        <span className={styles.note}>{tariff ? t("common.price.month") : note(product)}</span>
      </p>
      {old !== null && product.additionalActionText && <p className={styles.hint}>{product.additionalActionText}</p>}
    </>
  );
}
