import { useTranslations } from "use-intl";
import { chf, percentOff } from "#web/money/amounts.ts";
import { Tag } from "#web/kit/Tag.tsx";
import { usePriceNote } from "../price-note.ts";
import type { Product, Term } from "../products.ts";
import { Buy } from "./Buy.tsx";
import { Parts } from "./Parts.tsx";
import { TermChoice } from "./TermChoice.tsx";
import hidden from "#web/kit/visually-hidden.module.css";
import styles from "./BuyBox.module.css";

type Props = { readonly product: Product; readonly term: Term | undefined; readonly onTerm: (code: string) => void };

/** Price, term and buy button. */
export function BuyBox({ product, term, onTerm }: Props) {
  const t = useTranslations();
  const note = usePriceNote();
  const { tariff } = product;
  const own = term ?? product;
  const price = own.price + (tariff?.price ?? 0);
  const old = tariff ? null : own.oldPrice;
  return (
    <aside className={styles.box} aria-label={t("shop.buy.label", { name: product.name })}>
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
        <strong className={styles.amount}>{chf(price)}</strong>
        <span className={styles.note}>{tariff ? t("common.price.month") : note(product)}</span>
      </p>
      {old !== null && product.additionalActionText && <p className={styles.hint}>{product.additionalActionText}</p>}
      {!tariff && <TermChoice product={product} term={term} onTerm={onTerm} />}
      <dl className={styles.costs}>
        {product.oneTime > 0 && (
          <div>
            <dt>{t("shop.buy.once")}</dt>
            <dd>{chf(product.oneTime)}</dd>
          </div>
        )}
        <div>
          <dt>{t("shop.buy.now")}</dt>
          <dd>{chf(product.priceNow)}</dd>
        </div>
      </dl>
      <Buy product={product} term={term} />
      <output className={hidden.visuallyHidden}>{t("shop.buy.announce", { price: chf(price) })}</output>
    </aside>
  );
}
