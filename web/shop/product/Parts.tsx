import styles from "./Parts.module.css";
import { useTranslations } from "use-intl";
import { usePage } from "#web/app/page-context.tsx";
import { chf } from "#web/money/amounts.ts";
import { productPath, type Card, type Choice, type Product } from "../products.ts";
import { Icon } from "#web/kit/Icon.tsx";

type Props = { readonly product: Product; readonly tariff: Card };

/** The parts of a device's monthly price: the instalment, and the tariff that it is sold with. */
export function Parts({ product, tariff }: Props) {
  const t = useTranslations();
  const { locale } = usePage();
  const { price, instalments } = product;
  const { after, oldPrice } = tariff;
  const months = t("common.months", { count: after?.months ?? 1 });
  return (
    <dl className={styles.parts}>
      <div>
        <dt>
          {product.name}
          {instalments && <small>{t("shop.buy.times", { count: instalments.count, price: chf(price) })}</small>}
        </dt>
        <dd>
          {chf(price)}
          {instalments && <small>{t("shop.buy.sum", { total: chf(instalments.total) })}</small>}
        </dd>
      </div>
      <div>
        <dt>
          <a href={productPath(locale, tariff)}>{tariff.name}</a>
          {after && <small>{t("shop.buy.then", { months, price: chf(after.billing) })}</small>}
        </dt>
        <dd>
          {chf(tariff.price)}
          {oldPrice !== null && (
            <small>
              {t("common.price.instead")} {chf(oldPrice)}
            </small>
          )}
        </dd>
      </div>
    </dl>
  );
}

type IncludedProps = { readonly product: Product; /** Null for all choices. */ readonly choice: Choice | null };

/** The product's features; for a device, those of the tariff that it is bought with. */
export function Included({ product, choice }: IncludedProps) {
  const t = useTranslations("shop.product");
  const tariff = choice?.tariff ?? null;
  const features = tariff?.features ?? product.features;
  const id = `included-${choice?.id ?? ""}`;
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {tariff ? t("includedWith", { tariff: tariff.name }) : t("included")}
      </h2>
      <ul className={styles.features}>
        {features.map(({ icon, name }) => (
          <li key={name}>
            <Icon name={icon} size={22} />
            {name}
          </li>
        ))}
        {product.hasTvBonus && (
          <li>
            <Icon name="tv" size={22} />
            {t("tvBonus", { count: product.tvBonusMonths })}
          </li>
        )}
      </ul>
    </section>
  );
}
