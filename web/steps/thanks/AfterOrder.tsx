import { useTranslations } from "use-intl";
import type { AnswerOf } from "#contract/shop/calls.ts";
import { afterOrderRows, type AfterOrderRow } from "#core/order/after-order-rows.ts";
import { usePage } from "#web/app/page-context.tsx";
import { readLines } from "#web/checkout/summary/lines.ts";
import { Icon } from "#web/kit/Icon.tsx";
import type { IconName } from "#web/kit/icons.ts";
import styles from "./AfterOrder.module.css";

type Order = AnswerOf<"order">;

const ICONS: Readonly<Record<AfterOrderRow["key"], IconName>> = {
  mail: "mail",
  sim: "sim",
  parcel: "parcel",
  tv: "tv",
  number: "phone",
  bill: "calendar",
};

/** What happens after the order is placed, with dates. */
export function AfterOrder({ order, next }: { readonly order: Order; readonly next: NonNullable<Order["next"]> }) {
  const t = useTranslations("order.next");
  const { locale } = usePage();
  const { tv, device, boxes } = readLines(order);
  const parcel = [device, ...boxes].flatMap((item) => item?.name ?? []);
  // Without the confirmation e-mail, which the page mentions further up.
  const rows = afterOrderRows(next, { email: order.email, tv, parcel }, locale, (key, values) =>
    t(key, values ?? {}),
  ).filter(({ key }) => key !== "mail");
  return (
    <section aria-labelledby="next">
      <h2 id="next" className={styles.heading}>
        {t("title")}
      </h2>
      <ol className={styles.steps}>
        {rows.map(({ key, title, when, day, text }) => (
          <li key={key}>
            <span className={styles.sign}>
              <Icon name={ICONS[key]} size={20} />
            </span>
            <div className={styles.words}>
              <h3 className={styles.title}>{title}</h3>
              {when && (day ? <time dateTime={day}>{when}</time> : <span className={styles.now}>{when}</span>)}
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
