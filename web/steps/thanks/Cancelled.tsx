import { useTranslations } from "use-intl";
import { usePage } from "#web/app/page-context.tsx";
import { LinkButton } from "#web/kit/Button.tsx";
import { localPath } from "#web/site/paths.ts";
import type { OrderPage } from "./order-page.ts";
import { useFocusedHeading } from "./use-focused-heading.ts";
import styles from "./Thanks.module.css";

/** A cancelled order: that it costs nothing, the help line, and the way home. */
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
      {order?.settlement === "refunded" && <p>{t("order.state.cancelled.refunded")}</p>}
      <div className={styles.actions}>
        <LinkButton href={localPath(locale, "home")}>{t("customer.thanks.home")}</LinkButton>
        <LinkButton variant="ghost" href={brand.phoneHref}>
          {t("customer.thanks.call", { phone: brand.phone })}
        </LinkButton>
      </div>
    </div>
  );
}
