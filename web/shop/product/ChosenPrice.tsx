import { useTranslations } from "use-intl";
import { chf, percentOff } from "#web/money/amounts.ts";
import { Tag } from "#web/kit/Tag.tsx";
import { usePriceNote } from "#web/shop/price-words.ts";
import { costsOf, mainPriceOf, type Choice, type Product } from "../products.ts";
import { Parts } from "./Parts.tsx";
import hidden from "#web/kit/visually-hidden.module.css";
import styles from "./BuyBox.module.css";

type Props = { readonly product: Product; readonly choice: Choice };

/** A product's price for one term, and the price afterwards; for a device, also the tariff that it is sold with. */
export function ChosenPrice({ product, choice }: Props) {
  const t = useTranslations();
  const note = usePriceNote();
  const { group } = product;
  const { tariff } = choice;
  const own = choice.term ?? product;
  const old = tariff ? null : own.oldPrice;
  const { after, duration } = costsOf(product, choice);
  return (
    <>
      {tariff && <Parts product={product} tariff={tariff} />}
      {old !== null && (
        <p className={styles.action}>
          <Tag>{t("shop.action", { percent: percentOff(own.price, old) })}</Tag>
          <s>
            <span className={hidden.visuallyHidden}>{t("common.price.instead")} </span>
            {chf(old)}
          </s>
        </p>
      )}
      <p className={tariff ? styles.together : styles.price}>
        {tariff && <span>{t("shop.buy.monthly")}</span>}
        <strong className={styles.amount}>{chf(mainPriceOf(product, choice))}</strong>
        {/* The line below says how long the price of TV lasts. */}
        {!tariff && (
          <span className={styles.note}>
            {after && group === "tv" ? t("shop.note.month") : note({ group, price: own.price, duration })}
          </span>
        )}
      </p>
      {after && after.months > 1 && (
        <p className={styles.hint}>{t("shop.buy.course", { count: after.months, price: chf(after.billing) })}</p>
      )}
    </>
  );
}
