import { useTranslations } from "use-intl";
import type { AnswerOf } from "#contract/endpoints.ts";
import { usePage } from "#web/app/page-context.tsx";
import { chf } from "#web/money/amounts.ts";
import { Receipt } from "#web/checkout/summary/Receipt.tsx";
import { LinkButton } from "#web/kit/Button.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import { localPath } from "#web/site/paths.ts";
import { Esim } from "./Esim.tsx";
import { AfterOrder } from "./AfterOrder.tsx";
import { PdfButton } from "./PdfButton.tsx";
import { useFocusedHeading } from "./use-focused-heading.ts";
import styles from "./Thanks.module.css";

type Order = AnswerOf<"order">;

/** The order's number, what happens next, and its lines. Without an order only the thanks. */
export function Thanks({ order }: { readonly order: Order | null }) {
  const t = useTranslations();
  const { locale } = usePage();
  const heading = useFocusedHeading();
  return (
    <div className={styles.card}>
      <span className={styles.tick}>
        <Icon name="check" size={32} />
      </span>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {t("customer.thanks.title")}
      </h1>
      <p className={styles.subtitle}>{t("customer.thanks.subtitle")}</p>
      {order && (
        <>
          <p className={styles.number}>{t("customer.thanks.number", { number: order.orderNumber })}</p>
          {order.next?.sim?.kind === "esim" && <Esim email={order.email} />}
          {order.next && <AfterOrder order={order} next={order.next} />}
          <h2 className={styles.heading}>{t("customer.thanks.ordered")}</h2>
          <Receipt answer={order} />
          <dl className={styles.totals}>
            {order.postpaid && <Amount name={t("checkout.summary.monthly")} amount={order.billing} />}
            {order.oneTime > 0 && <Amount name={t("checkout.summary.once")} amount={order.oneTime} />}
            {order.total > 0 && (
              <Amount
                name={t(order.billPayed ? "customer.thanks.paid" : "checkout.summary.now")}
                amount={order.total}
              />
            )}
          </dl>
        </>
      )}
      <div className={styles.actions}>
        {order?.next && <PdfButton number={order.orderNumber} />}
        <LinkButton variant="ghost" href={localPath(locale, "home")}>
          {t("customer.thanks.home")}
        </LinkButton>
      </div>
    </div>
  );
}

function Amount({ name, amount }: { readonly name: string; readonly amount: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{chf(amount)}</dd>
    </div>
  );
}
