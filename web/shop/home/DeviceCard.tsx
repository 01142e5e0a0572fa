import { useTranslations } from "use-intl";
import { usePage } from "#web/app/page-context.tsx";
import { chf } from "#web/money/amounts.ts";
import { Tag } from "#web/kit/Tag.tsx";
import { Phone } from "#web/art/Phone.tsx";
import { useOneTime } from "#web/shop/price-words.ts";
import { productPath, type Card } from "../products.ts";
import styles from "./Card.module.css";

/** A device in the shop window; the whole card links to its landing page. */
export function DeviceCard({ device }: { readonly device: Card }) {
  const t = useTranslations("shop");
  const { locale } = usePage();
  const onceFor = useOneTime();
  return (
    <article className={styles.device}>
      <div className={styles.picture}>
        <Phone art={device.art} className={styles.art} />
        {!device.onStock && (
          <span className={styles.mark}>
            <Tag tone="quiet">{t("soldOut.tag")}</Tag>
          </span>
        )}
      </div>
      <h3 className={styles.deviceName}>
        <a className={styles.link} href={productPath(locale, device)}>
          {device.name}
        </a>
      </h3>
      <p className={styles.summary}>{device.summary}</p>
      <p className={styles.devicePrice}>
        <strong>{chf(device.price)}</strong>
        {device.instalments && (
          <span>{t("instalments", { count: device.instalments.count, total: chf(device.instalments.total) })}</span>
        )}
        {device.oneTimeParts.length > 0 && <span>{t("oneTime.plus", { parts: onceFor(device) })}</span>}
      </p>
    </article>
  );
}
