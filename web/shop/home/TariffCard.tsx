import { useTranslations } from "use-intl";
import { usePage } from "#web/app/page-context.tsx";
import { chf, percentOff } from "#web/money/amounts.ts";
import { LinkButton } from "#web/kit/Button.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import { Price } from "#web/kit/Price.tsx";
import { Tag } from "#web/kit/Tag.tsx";
import { productPath, type Card } from "../products.ts";
import { usePriceNote } from "../price-note.ts";
import styles from "./Card.module.css";

/** A mobile or TV tariff in the shop window; the whole card links to its landing page. */
export function TariffCard({ tariff, prominent }: { readonly tariff: Card; readonly prominent: boolean }) {
  const t = useTranslations();
  const { locale } = usePage();
  const note = usePriceNote();
  const { name, group, features, price, oldPrice } = tariff;
  return (
    <article className={styles.card}>
      <p className={styles.kicker}>
        {t(`shop.group.${group}`)}
        {oldPrice !== null && <Tag>{t("shop.action", { percent: percentOff(price, oldPrice) })}</Tag>}
      </p>
      <h3 className={styles.name}>{name}</h3>
      <ul className={styles.features}>
        {features.map((feature) => (
          <li key={feature.name}>
            <Icon name={feature.icon} size={18} />
            {feature.name}
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <Price
          amount={chf(price)}
          old={oldPrice === null ? null : chf(oldPrice)}
          oldLabel={t("common.price.instead")}
          note={note(tariff)}
          align="start"
        />
        <LinkButton
          variant={prominent ? "primary" : "plain"}
          compact
          className={styles.go}
          href={productPath(locale, tariff)}
          aria-label={t("shop.chooseNamed", { name })}
        >
          {t("shop.choose")}
        </LinkButton>
      </div>
    </article>
  );
}
