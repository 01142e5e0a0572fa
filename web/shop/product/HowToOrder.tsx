import { fromChf } from "#core/money/money.ts";
import { useTranslations } from "use-intl";
import type { Group } from "#web/site/page.ts";
import type { Product } from "../products.ts";
import styles from "./HowToOrder.module.css";

type Step = "mobile" | "tv" | "account" | "photo" | "number" | "order" | "pay";

/** The steps from the buy button to the order, for each kind of product. Prepaid mobile has nothing to configure. */
const STEPS: Readonly<Record<Group, readonly Step[]>> = {
  postpaid: ["mobile", "account", "photo", "order"],
  simOnly: ["mobile", "account", "photo", "order"],
  device: ["mobile", "account", "photo", "order"],
  prepaid: ["account", "photo", "pay"],
  tv: ["tv", "account", "number", "order"],
  tvPrepaid: ["tv", "account", "number", "pay"],
};

/** Lists the steps of the checkout before the shopper starts. */
export function HowToOrder({
  product: { group, priceNow },
}: {
  readonly product: Pick<Product, "group" | "priceNow">;
}) {
  const t = useTranslations("shop.next");
  const steps = STEPS[group].map((step) => (step === "pay" && fromChf(priceNow) === 0 ? "order" : step));
  return (
    <section className={styles.panel} aria-labelledby="next">
      <h2 id="next" className={styles.title}>
        {t("title")}
      </h2>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li key={step} className={styles.step}>
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            <div>
              <h3 className={styles.name}>{t(`${step}.title`)}</h3>
              <p className={styles.text}>{t(`${step}.text`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
