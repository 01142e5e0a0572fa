import { useTranslations } from "use-intl";
import type { AnswerOf } from "#contract/shop/calls.ts";
import { usePage } from "#web/app/page-context.tsx";
import { SECTIONS, type SectionName } from "#web/site/page.ts";
import { productsIn } from "../products.ts";
import { DeviceCard } from "./DeviceCard.tsx";
import { Help } from "./Help.tsx";
import { Hero } from "./Hero.tsx";
import { TariffCard } from "./TariffCard.tsx";
import styles from "./HomePage.module.css";

/** The shop window: mobile tariffs first, then devices, prepaid and TV. */
export function HomePage({ catalogue }: { readonly catalogue: AnswerOf<"catalogue"> }) {
  const t = useTranslations("shop.home");
  const tFacts = useTranslations("shop.facts");
  const { noticeDays } = usePage().brand;
  const names = (Object.keys(SECTIONS) as SectionName[]).filter(
    (name) => productsIn(name, catalogue.products).length > 0,
  );
  return (
    <>
      <Hero />
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
                  {product.kind === "device" ? <DeviceCard device={product} /> : <TariffCard tariff={product} />}
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
