import styles from "./Thanks.module.css";
import { useTranslations } from "use-intl";
import { dayText } from "#core/time/day-text.ts";
import { usePage } from "#web/app/page-context.tsx";
import { Alert } from "#web/kit/Alert.tsx";
import { LinkButton, Button } from "#web/kit/Button.tsx";
import { localPath } from "#web/site/paths.ts";
import { CancelOrder } from "./CancelOrder.tsx";
import type { OrderPage } from "./OpenOrder.tsx";
import { useFocusedHeading } from "./use-focused-heading.ts";
import { usePay } from "#web/checkout/pay.ts";
import { useBusy } from "#web/checkout/state/busy.tsx";
import { chf } from "#web/money/amounts.ts";
import { Agreement } from "./Agreement.tsx";

/** An order on hold: its number, a note that nothing is due now, the help line and a link home. */
export function OnHold({ order, onChanged }: OrderPage) {
  const t = useTranslations("customer.thanks");
  const tState = useTranslations("order.state");
  const { brand, locale } = usePage();
  const heading = useFocusedHeading();
  return (
    <div className={styles.card}>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {t("onHoldTitle")}
      </h1>
      {order && <p className={styles.number}>{t("number", { number: order.orderNumber })}</p>}
      <Alert tone="warn">{t("onHoldText")}</Alert>
      {order?.decidedBy && (
        <p className={styles.note}>{tState("decided", { day: dayText(order.decidedBy, locale, "by") })}</p>
      )}
      {order?.settlement === "due" && <p className={styles.note}>{tState("unpaid")}</p>}
      <div className={styles.actions}>
        <LinkButton href={brand.phoneHref}>{t("call", { phone: brand.phone })}</LinkButton>
        <LinkButton variant="ghost" href={localPath(locale, "home")}>
          {t("home")}
        </LinkButton>
      </div>
      {order && <CancelOrder order={order} onChanged={onChanged} />}
    </div>
  );
}

/** A cancelled order: a note that it costs nothing, the help line, and a link home. */
export function Cancelled({ order }: Pick<OrderPage, "order">) {
  const t = useTranslations();
  const { brand, locale } = usePage();
  const heading = useFocusedHeading();
  return (
    <div className={styles.card}>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {t("order.state.cancelled.title")}
      </h1>
      {order && <p className={styles.number}>{t("customer.thanks.number", { number: order.orderNumber })}</p>}
      <p>{t("order.state.cancelled.text")}</p>
      {order?.billPayed && <p>{t("order.state.cancelled.refunded")}</p>}
      <div className={styles.actions}>
        <LinkButton href={localPath(locale, "home")}>{t("customer.thanks.home")}</LinkButton>
        <LinkButton variant="ghost" href={brand.phoneHref}>
          {t("customer.thanks.call", { phone: brand.phone })}
        </LinkButton>
      </div>
    </div>
  );
}

/** An order that a person has released: the amount due, the deadline, and a payment button. */
export function AwaitingPayment({ order, onChanged }: OrderPage) {
  const t = useTranslations();
  const { brand, locale } = usePage();
  const heading = useFocusedHeading();
  const busy = useBusy();
  const pay = usePay();
  const day = order?.payUntil ?? null;
  return (
    <div className={styles.card}>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {t("order.state.awaitingPayment.title")}
      </h1>
      {order && (
        <>
          <p className={styles.number}>{t("customer.thanks.number", { number: order.orderNumber })}</p>
          {day && <p>{t("order.state.awaitingPayment.text", { day: dayText(day, locale, "full") })}</p>}
          <div className={styles.actions}>
            <Button onClick={() => void busy.once(pay)}>
              {t("order.state.awaitingPayment.pay", { amount: chf(order.total) })}
            </Button>
            <LinkButton variant="ghost" href={brand.phoneHref}>
              {t("customer.thanks.call", { phone: brand.phone })}
            </LinkButton>
          </div>
          <Agreement order={order} />
          <CancelOrder order={order} onChanged={onChanged} />
        </>
      )}
    </div>
  );
}
