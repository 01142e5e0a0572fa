import { useTranslations } from "use-intl";
import { usePage } from "#web/app/page-context.tsx";
import { chf } from "#web/money/amounts.ts";
import { productPath, type Card, type Product, type Term } from "../products.ts";
import hidden from "#web/kit/visually-hidden.module.css";
import styles from "./Parts.module.css";

type Props = { readonly product: Product; readonly tariff: Card; readonly term: Term | undefined };

/** The parts of a device's monthly price: the instalment, and the tariff it is sold with. */
export function Parts({ product, tariff, term }: Props) {
  const t = useTranslations();
  const { locale } = usePage();
  return (
    <dl className={styles.parts}>
      <div>
        <dt>
          {product.name}
          {term && <small>{t("shop.buy.instalments", { count: term.months })}</small>}
        </dt>
        <dd>{chf(product.price)}</dd>
      </div>
      <div>
        <dt>
          <a href={productPath(locale, tariff)}>{tariff.name}</a>
          {term && <small>{t("common.months", { count: term.months })}</small>}
        </dt>
        <dd>
          {tariff.oldPrice !== null && (
            <s>
              <span className={hidden.visuallyHidden}>{t("common.price.instead")} </span>
              {chf(tariff.oldPrice)}
            </s>
          )}
          {chf(tariff.price)}
        </dd>
      </div>
    </dl>
  );
}
