import { useState } from "react";
import { useTranslations } from "use-intl";
import { settlementOf } from "#core/settlement.ts";
import { Button } from "#web/kit/Button.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import { LiveRegion } from "#web/kit/LiveRegion.tsx";
import { useOverflows } from "#web/kit/use-overflows.ts";
import { cx } from "#web/kit/cx.ts";
import { useCheckout } from "#web/checkout/state/CheckoutProvider.tsx";
import { STEP_FORM, useContinueState } from "#web/checkout/state/continue.tsx";
import { browserStorage } from "#web/session/storage.ts";
import { chf } from "#web/money/amounts.ts";
import { Receipt } from "./Receipt.tsx";
import styles from "./OrderSummary.module.css";

/**
 * The order summary beside the step; below 1200 px a bar at the bottom that opens to show the lines. Its button submits the
 * form of the current step.
 */
export function OrderSummary() {
  const t = useTranslations("checkout.summary");
  const tCheckout = useTranslations("checkout");
  const { answer, saving, business } = useCheckout();
  // The button is rendered before the step sets its label, so that the bar of a phone does not grow.
  const next = useContinueState();
  // Open unless it was closed (specification 3).
  const [open, setOpen] = useState(browserStorage.read("sidebarExtended") !== "false");
  const [lines, scrolls] = useOverflows<HTMLDivElement>();
  const toggle = () => {
    browserStorage.write("sidebarExtended", String(!open));
    setOpen(!open);
  };
  const paidNow = answer !== null && !answer.postpaid;
  const amount = answer ? chf(paidNow ? answer.total : answer.billing) : "";
  // Nothing is paid yet; a business customer never pays here.
  const onBill = answer !== null && settlementOf({ total: answer.total, paid: false, business }) === "onBill";
  const now = t(onBill ? "onBill" : "now");
  const name = paidNow ? now : t("monthly");

  return (
    <aside className={styles.summary} aria-label={t("title")} data-order-bar="" data-open={open} aria-busy={saving}>
      <h2 className={styles.title}>{t("title")}</h2>
      <div
        id="order-lines"
        className={styles.lines}
        ref={lines}
        {...(scrolls ? { tabIndex: 0, role: "group", "aria-label": t("title") } : {})}
      >
        {answer && <Receipt answer={answer} onBill={onBill} />}
      </div>
      <div className={styles.foot}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls="order-lines"
          onClick={toggle}
        >
          {open ? t("hide") : t("show")}
          <Icon name="chevron" size={18} className={cx(styles.arrow, open && styles.up)} />
        </button>
        <dl className={cx(styles.totals, saving && styles.saving)}>
          <div className={styles.main}>
            <dt>{name}</dt>
            <dd>{amount}</dd>
          </div>
          {answer && (
            <>
              {paidNow ? null : <Total name={t("once")} amount={answer.oneTime} />}
              {paidNow ? (
                answer.billing > 0 && <Total name={t("monthly")} amount={answer.billing} />
              ) : (
                <Total name={now} amount={answer.total} />
              )}
            </>
          )}
        </dl>
        <Button
          type="submit"
          form={STEP_FORM}
          block
          disabled={!next?.enabled}
          aria-disabled={next?.blocked || undefined}
        >
          {next?.label ?? tCheckout("continue")}
        </Button>
      </div>
      <LiveRegion message={answer && !saving ? t("announce", { name, amount }) : ""} />
    </aside>
  );
}

function Total({ name, amount }: { readonly name: string; readonly amount: number }) {
  return (
    <div className={styles.total}>
      <dt>{name}</dt>
      <dd>{chf(amount)}</dd>
    </div>
  );
}
