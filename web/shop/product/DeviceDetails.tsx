import { useTranslations } from "use-intl";
import { DEVICE_DETAILS } from "#core/catalogue/catalogue.ts";
import type { Product } from "../products.ts";
import styles from "./DeviceDetails.module.css";

/** The details of a device, always in the same order (specification 2). */
export function DeviceDetails({ details }: Pick<Product, "details">) {
  const t = useTranslations("shop.details");
  const rows = DEVICE_DETAILS.flatMap((key) =>
    details.filter((detail) => detail.key === key && detail.value !== "").map(({ value }) => ({ key, value })),
  );
  return (
    <section className={styles.panel} aria-labelledby="details">
      <h2 id="details" className={styles.title}>
        {t("title")}
      </h2>
      <dl className={styles.list}>
        {rows.map(({ key, value }) => (
          <div key={key} className={styles.row}>
            <dt>{t(key)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
