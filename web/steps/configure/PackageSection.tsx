import { useTranslations } from "use-intl";
import { call } from "#web/api/call.ts";
import { useRemote } from "#web/api/use-remote.ts";
import { chf, percentOff, readLines, termOf } from "#web/checkout/summary/lines.ts";
import { Icon } from "#web/kit/Icon.tsx";
import { Price } from "#web/kit/Price.tsx";
import { Tag } from "#web/kit/Tag.tsx";
import { Section } from "#web/checkout/frame/StepForm.tsx";
import type { CheckoutAnswer, CheckoutRecord } from "#web/session/draft.ts";
import styles from "./PackageSection.module.css";

/** Rows kept free until the presentation is here, as many as most tariffs fill: what stands below must not move. */
const ROOM = [1, 2, 3, 4];

/** What was chosen in the shop window: name, what is in it, what it costs. */
export function PackageSection({
  record,
  answer,
}: {
  readonly record: CheckoutRecord;
  readonly answer: CheckoutAnswer;
}) {
  const t = useTranslations();
  const code = record.tariff ?? record.tv_tariff ?? "";
  const data = useRemote(`${code} ${record.binding}`, () =>
    call("presentation", { body: { tariff: code, type: record.type, binding: record.binding } }),
  );
  const lines = readLines(answer);
  const { tariff, device } = lines;
  const price = tariff?.price ?? tariff?.recursivePriceBilling ?? data?.price;
  const months = termOf(lines);
  const {
    action_price: reduced,
    action_old_price: list,
    action_text: action,
    additional_action_text: more,
  } = answer.spec;
  const whole =
    !answer.postpaid && months ? t("checkout.forMonths", { months: t("common.months", { count: months }) }) : null;
  const note =
    months && months > 1
      ? `${t("common.price.month")}, ${t("common.months", { count: months })}`
      : t("common.price.month");

  return (
    <Section>
      <div className={styles.package}>
        <div className={styles.words}>
          {reduced !== null && list ? <Tag>{t("checkout.action", { percent: percentOff(reduced, list) })}</Tag> : null}
          <h3 className={styles.name}>{tariff?.name ?? data?.body.name}</h3>
          {device && <p className={styles.device}>{t("checkout.withDevice", { device: device.name })}</p>}
          <ul className={styles.features}>
            {data?.body.description_items.map((item) => (
              <li key={item.name}>
                <Icon name={item.icon} className={styles.icon} />
                {item.name}
              </li>
            )) ?? ROOM.map((row) => <li key={row} aria-hidden="true" className={styles.room} />)}
          </ul>
        </div>
        {price !== undefined && (
          <Price
            amount={chf(price)}
            old={tariff?.oldPrice ? chf(tariff.oldPrice) : null}
            oldLabel={t("common.price.instead")}
            note={whole ?? note}
          />
        )}
      </div>
      {(action || more) && <p className={styles.action}>{[action, more].filter(Boolean).join(" · ")}</p>}
    </Section>
  );
}
