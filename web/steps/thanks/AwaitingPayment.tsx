import { useTranslations } from "use-intl";
import { dayText } from "#core/time/day-text.ts";
import { usePage } from "#web/app/page-context.tsx";
import { usePay } from "#web/checkout/pay.ts";
import { useBusy } from "#web/checkout/state/busy.tsx";
import { Button, LinkButton } from "#web/kit/Button.tsx";
import { chf } from "#web/money/amounts.ts";
import { Agreement } from "./Agreement.tsx";
import { CancelOrder } from "./CancelOrder.tsx";
import type { OrderPage } from "./order-page.ts";
import { useFocusedHeading } from "./use-focused-heading.ts";
import styles from "./Thanks.module.css";

/** An order that a person has released: what is due, until when, and the button to pay it. */
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
