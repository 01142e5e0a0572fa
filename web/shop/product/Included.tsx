import { useTranslations } from "use-intl";
import { Icon } from "#web/kit/Icon.tsx";
import { ProductArt } from "../art/ProductArt.tsx";
import type { Product } from "../products.ts";
import styles from "./Included.module.css";

/** The product's drawing and features; for a device, the features of the tariff it is sold with. */
export function Included({ product }: { readonly product: Product }) {
  const t = useTranslations("shop.product");
  const features = product.tariff?.features ?? product.features;
  return (
    <section className={styles.card} aria-labelledby="included">
      <div className={styles.picture}>
        <ProductArt product={product} className={styles.art} />
      </div>
      <div>
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
              {t("tvBonus")}
            </li>
          )}
        </ul>
      </div>
    </section>
  );
}
