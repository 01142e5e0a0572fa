import { useTranslations } from "use-intl";
import type { Arm } from "#core/checkout-record/experiments.ts";
import { chf, percentOff } from "#web/money/amounts.ts";
import { readLines } from "#web/checkout/summary/lines.ts";
import { Icon } from "#web/kit/Icon.tsx";
import { Price } from "#web/kit/Price.tsx";
import { Tag } from "#web/kit/Tag.tsx";
import { Section } from "#web/checkout/frame/StepForm.tsx";
import type { CheckoutAnswer } from "#web/session/draft.ts";
import type { Lists } from "./lists.ts";
import { priceCaption } from "./price-words.ts";
import styles from "./PackageSection.module.css";

/** The tariff, with its device if any: name, features and price. */
export function PackageSection({
  answer,
  presentation,
  arm,
}: {
  readonly answer: CheckoutAnswer;
  readonly presentation: Lists["presentation"];
  /** Arm of the experiment on the price caption. */
  readonly arm: Arm;
}) {
  const t = useTranslations();
  const lines = readLines(answer);
  const { tariff, device } = lines;
  const price = tariff?.price ?? tariff?.recursivePriceBilling ?? presentation?.price;
  const {
    action_price: reduced,
    action_old_price: list,
    action_text: action,
    additional_action_text: more,
  } = answer.spec;
  const lasts = (tariff?.promotion?.months ?? null) !== null;

  return (
    <Section>
      <div className={styles.package}>
        <div className={styles.words}>
          {reduced !== null && list ? <Tag>{t("checkout.action", { percent: percentOff(reduced, list) })}</Tag> : null}
          <h3 className={styles.name}>{tariff?.name ?? presentation?.body.name}</h3>
          {device && <p className={styles.device}>{t("checkout.withDevice", { device: device.name })}</p>}
          <ul className={styles.features}>
            {presentation?.body.description_items.map((item) => (
              <li key={item.name}>
                <Icon name={item.icon} className={styles.icon} />
                {item.name}
              </li>
            ))}
          </ul>
        </div>
        {price !== undefined && (
          <Price
            amount={chf(price)}
            old={tariff?.oldPrice ? chf(tariff.oldPrice) : null}
            oldLabel={t("common.price.instead")}
            note={priceCaption(lines, answer.postpaid, arm, t)}
          />
        )}
      </div>
      {/* If the promotion has a fixed end, the operator's second text is omitted, because the price caption says
          the same. */}
      {(action || (more && !lasts)) && (
        <p className={styles.action}>{[action, lasts ? "" : more].filter(Boolean).join(" · ")}</p>
      )}
    </Section>
  );
}
