import { useTranslations } from "use-intl";
import { Icon } from "#web/kit/Icon.tsx";
import type { Product } from "../products.ts";
import styles from "./Included.module.css";

/** The product's features; for a device, the features of the tariff it is sold with. */
export function Included({ product }: { readonly product: Product }) {
  const t = useTranslations("shop.product");
  const features = product.tariff?.features ?? product.features;
  return (
    <section className={styles.card} aria-labelledby="included">
      <h2 id="included" className={styles.title}>
        {product.tariff ? t("includedWith", { tariff: product.tariff.name }) : t("included")}
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
