import { useTranslations } from "use-intl";
import { dayText } from "#core/time/day-text.ts";
import { usePage } from "#web/app/page-context.tsx";
import { Alert } from "#web/kit/Alert.tsx";
import { LinkButton } from "#web/kit/Button.tsx";
import { localPath } from "#web/site/paths.ts";
import { CancelOrder } from "./CancelOrder.tsx";
import type { OrderPage } from "./order-page.ts";
import { useFocusedHeading } from "./use-focused-heading.ts";
import styles from "./Thanks.module.css";

/** An order on hold: its number, that nothing is to be paid now, the help line and a link home. */
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
