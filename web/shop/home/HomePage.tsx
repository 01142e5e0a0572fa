import { useTranslations } from "use-intl";
import type { AnswerOf } from "#contract/shop/calls.ts";
import { usePage } from "#web/app/page-context.tsx";
import { SECTIONS, type SectionName } from "#web/site/page.ts";
import { productsIn, productPath, type Card } from "../products.ts";
import { TariffCard } from "./TariffCard.tsx";
import styles from "./HomePage.module.css";
import { Phone } from "#web/art/Phone.tsx";
import { Hero } from "./Hero.tsx";
import { LinkButton } from "#web/kit/Button.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import helpStyles from "./Help.module.css";
import { chf } from "#web/money/amounts.ts";
import { Tag } from "#web/kit/Tag.tsx";
import { useOneTimeCosts } from "#web/shop/price-words.ts";
import cardStyles from "./Card.module.css";

type Props = {
  readonly catalogue: AnswerOf<"catalogue">;
  /** The codes of the mobile tariffs that most customers choose. */
  readonly mostChosen: readonly string[];
};

/** The shop window: mobile tariffs first, then devices, prepaid and TV. */
export function HomePage({ catalogue, mostChosen }: Props) {
  const t = useTranslations("shop.home");
  const tFacts = useTranslations("shop.facts");
  const { noticeDays } = usePage().brand;
  const names = (Object.keys(SECTIONS) as SectionName[]).filter(
    (name) => productsIn(name, catalogue.products).length > 0,
  );
  return (
    <>
      <Hero products={catalogue.products} />
      <div className={styles.wrap}>
        {names.map((name, index) => (
          <section key={name} id={name} className={styles.section} aria-labelledby={`${name}-title`}>
            <div className={styles.head}>
              <h2 id={`${name}-title`} className={styles.title}>
                {t(`${name}.title`)}
              </h2>
              <p className={styles.text}>{t(`${name}.text`, { days: noticeDays })}</p>
            </div>
            <ul className={name === "devices" ? styles.devices : styles.cards}>
              {productsIn(name, catalogue.products).map((product) => (
                <li key={`${product.kind}-${product.code}`}>
                  {product.kind === "device" ? (
                    <DeviceCard device={product} />
                  ) : (
                    <TariffCard
                      tariff={product}
                      mostChosen={product.kind === "mobile" && mostChosen.includes(product.code)}
                    />
                  )}
                </li>
              ))}
            </ul>
            {index === 0 && (
              <p className={styles.small}>{t("prices", { after: tFacts("after"), once: tFacts("once") })}</p>
            )}
          </section>
        ))}
        <Help />
      </div>
    </>
  );
}

/** The help line, for shoppers who prefer to call. */
function Help() {
  const t = useTranslations("shop.home.help");
  const { brand } = usePage();
  return (
    <section className={helpStyles.help} aria-labelledby="help-title">
      <div className={helpStyles.words}>
        <h2 id="help-title" className={helpStyles.title}>
          {t("title")}
        </h2>
        <p className={helpStyles.text}>{t("text")}</p>
      </div>
      <LinkButton variant="ghost" href={brand.phoneHref}>
        <Icon name="phone" />
        {brand.phone}
      </LinkButton>
    </section>
  );
}

/** A device in the shop window; the whole card links to its landing page. */
function DeviceCard({ device }: { readonly device: Card }) {
  const t = useTranslations("shop");
  const { locale } = usePage();
  const onceFor = useOneTimeCosts();
  return (
    <article className={cardStyles.device}>
      <div className={cardStyles.picture}>
        <Phone art={device.art} className={cardStyles.art} />
        {!device.onStock && (
          <span className={cardStyles.mark}>
            <Tag tone="quiet">{t("soldOut.tag")}</Tag>
          </span>
        )}
      </div>
      <h3 className={cardStyles.deviceName}>
        <a className={cardStyles.link} href={productPath(locale, device)}>
          {device.name}
        </a>
      </h3>
      <p className={cardStyles.summary}>{device.summary}</p>
      <p className={cardStyles.devicePrice}>
        <strong>{chf(device.price)}</strong>
        {device.instalments && (
          <span>{t("instalments", { count: device.instalments.count, total: chf(device.instalments.total) })}</span>
        )}
        {device.oneTimeParts.length > 0 && <span>{t("oneTime.plus", { parts: onceFor(device) })}</span>}
      </p>
    </article>
  );
}
