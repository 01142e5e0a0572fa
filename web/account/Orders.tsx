import { useState } from "react";
import { useTranslations } from "use-intl";
import type { AnswerOf } from "#contract/shop/calls.ts";
import { momentText } from "#core/time/moment-text.ts";
import { downloadDocument } from "#web/api/download.ts";
import { goTo } from "#web/app/location.ts";
import { usePage } from "#web/app/page-context.tsx";
import { Alert } from "#web/kit/Alert.tsx";
import { LinkButton, TextButton } from "#web/kit/Button.tsx";
import { Tag } from "#web/kit/Tag.tsx";
import { visitOrder } from "#web/session/checkout-session.ts";
import { checkoutPath, localPath } from "#web/site/paths.ts";
import styles from "./account.module.css";

type Order = AnswerOf<"account">["orders"][number];

/** The orders of the account, each with its state, its contract and a link to its page; without any, a way on. */
export function Orders({ orders }: Pick<AnswerOf<"account">, "orders">) {
  const t = useTranslations("account.own.orders");
  const { locale } = usePage();
  return (
    <section className={styles.part} aria-labelledby="orders">
      <h2 id="orders" className={styles.title}>
        {t("title")}
      </h2>
      {orders.length === 0 && (
        <div className={styles.buttons}>
          <p className={styles.none}>{t("none")}</p>
          <LinkButton compact variant="plain" href={localPath(locale, "home")}>
            {t("shop")}
          </LinkButton>
        </div>
      )}
      <ul className={styles.rows}>
        {orders.map((order) => (
          <OrderRow key={order.number} order={order} />
        ))}
      </ul>
    </section>
  );
}

function OrderRow({ order }: { readonly order: Order }) {
  const t = useTranslations("account.own.orders");
  const { locale } = usePage();
  const { number, checkoutId, product, status, createdAt, esim } = order;
  const [failed, setFailed] = useState(false);
  const open = () => {
    visitOrder(checkoutId);
    goTo(checkoutPath("7"));
  };
  const download = async () => {
    setFailed(!(await downloadDocument("confirmation", t("file", { number }), checkoutId)));
  };
  return (
    <li>
      <div>
        <p className={styles.device}>
          {product}, {number}
        </p>
        <p className={styles.when}>
          {momentText(createdAt, locale, "short")} ·{" "}
          <Tag tone={status === "placed" ? "good" : "quiet"}>{t(`status.${status}`)}</Tag>
          {esim && ` · ${t(`esim.${esim}`)}`}
        </p>
      </div>
      <div className={styles.buttons}>
        {/* Other orders are no contract, so they have no confirmation. */}
        {status === "placed" && (
          <TextButton aria-label={t("contractOf", { number })} onClick={() => void download()}>
            {t("contract")}
          </TextButton>
        )}
        <TextButton aria-label={t("openOf", { number })} onClick={open}>
          {t("open")}
        </TextButton>
      </div>
      {failed && <Alert tone="warn">{t("failed")}</Alert>}
    </li>
  );
}
