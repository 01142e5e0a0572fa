import { useTranslations } from "use-intl";
import { fromChf, toChf } from "#core/money/money.ts";
import { Phone } from "#web/art/Phone.tsx";
import { LinkButton } from "#web/kit/Button.tsx";
import { chf } from "#web/money/amounts.ts";
import { Resume } from "../resume/Resume.tsx";
import { productsIn, type Card } from "../products.ts";
import { Ended } from "./Ended.tsx";
import styles from "./Hero.module.css";

/** The heading of the shop window, with the lowest price of a plan and a button that leads to the plans. */
export function Hero({ products }: { readonly products: readonly Card[] }) {
  const t = useTranslations("shop");
  const prices = productsIn("mobile", products).map(({ price }) => fromChf(price));
  return (
    <div className={styles.hero}>
      <div className={styles.wrap}>
        <div>
          <Ended />
          <Resume />
          <h1 className={styles.title}>{t("home.hero.title")}</h1>
          <p className={styles.text}>{t("home.hero.text")}</p>
          {prices.length > 0 && (
            <div className={styles.offer}>
              <p className={styles.price}>
                <span>{t("home.hero.from")}</span> <strong>{chf(toChf(Math.min(...prices)))}</strong>{" "}
                <span>{t("note.month")}</span>
              </p>
              <LinkButton variant="plain" href="#mobile" className={styles.go}>
                {t("home.hero.go")}
              </LinkButton>
            </div>
          )}
        </div>
        <Phone art="brand" className={styles.art} />
      </div>
    </div>
  );
}
