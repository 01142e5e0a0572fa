import { useTranslations } from "use-intl";
import { usePage } from "#web/app/page-context.tsx";
import { chf, percentOff } from "#web/money/amounts.ts";
import { LinkButton } from "#web/kit/Button.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import { Price } from "#web/kit/Price.tsx";
import { Tag } from "#web/kit/Tag.tsx";
import { productPath, type Card } from "../products.ts";
import { usePriceNote } from "#web/shop/price-words.ts";
import { Facts } from "./Facts.tsx";
import styles from "./Card.module.css";

type Props = { readonly tariff: Card; readonly mostChosen: boolean };

/**
 * A mobile or TV tariff in the shop window; the whole card links to its landing page. Only tariffs with a promotion,
 * and those that most customers choose, have a primary button.
 */
export function TariffCard({ tariff, mostChosen }: Props) {
  const t = useTranslations();
  const { locale } = usePage();
  const note = usePriceNote();
  const { name, group, features, price, priceNow, oldPrice } = tariff;
  return (
    <article className={styles.card}>
      {mostChosen && <p className={styles.mostChosen}>{t("shop.mostChosen")}</p>}
      <div className={styles.words}>
        <p className={styles.kicker}>
          {t(`shop.group.${group}`)}
          {oldPrice !== null && <Tag>{t("shop.action", { percent: percentOff(price, oldPrice) })}</Tag>}
        </p>
        <h3 className={styles.name}>{name}</h3>
      </div>
      <ul className={styles.features}>
        {features.map((feature) => (
          <li key={feature.name}>
            <Icon name={feature.icon} size={18} />
            {feature.name}
          </li>
        ))}
      </ul>
      <div className={styles.price}>
        <Price
          amount={chf(group === "tvPrepaid" ? priceNow : price)}
          old={oldPrice === null ? null : chf(oldPrice)}
          oldLabel={t("common.price.instead")}
          note={note(tariff)}
          align="start"
        />
      </div>
      <Facts tariff={tariff} />
      <LinkButton
        variant={mostChosen || oldPrice !== null ? "primary" : "plain"}
        compact
        block
        className={styles.go}
        href={productPath(locale, tariff)}
      >
        {t("shop.chooseNamed", { name })}
      </LinkButton>
    </article>
  );
}
