import { useTranslations } from "use-intl";
import type { AnswerOf } from "#contract/shop/calls.ts";
import { momentText } from "#core/time/moment-text.ts";
import { goTo } from "#web/app/location.ts";
import { usePage } from "#web/app/page-context.tsx";
import { TextButton } from "#web/kit/Button.tsx";
import { visitOrder } from "#web/session/checkout-session.ts";
import { checkoutPath } from "#web/site/paths.ts";
import styles from "./account.module.css";

/** The orders of the account, each with its state and a link to its page. */
export function Orders({ orders }: Pick<AnswerOf<"account">, "orders">) {
  const t = useTranslations("account.own.orders");
  const { locale } = usePage();
  const open = (checkoutId: string) => {
    visitOrder(checkoutId);
    goTo(checkoutPath("7"));
  };
  return (
    <section className={styles.part} aria-labelledby="orders">
      <h2 id="orders" className={styles.title}>
        {t("title")}
      </h2>
      {orders.length === 0 && <p className={styles.when}>{t("none")}</p>}
      <ul className={styles.rows}>
        {orders.map(({ number, checkoutId, product, status, createdAt, esim }) => (
          <li key={number}>
            <div>
              <p className={styles.device}>
                {product}, {number}
              </p>
              <p className={styles.when}>
                {momentText(createdAt, locale, "short")} · {t(`status.${status}`)}
                {esim && ` · ${t(`esim.${esim}`)}`}
              </p>
            </div>
            <TextButton aria-label={t("openOf", { number })} onClick={() => open(checkoutId)}>
              {t("open")}
            </TextButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
