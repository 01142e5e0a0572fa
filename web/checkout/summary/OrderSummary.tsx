import { fromChf, toChf, type Chf } from "#core/money/money.ts";
import { Suspense, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { settlementOf } from "#core/price/settlement.ts";
import { Button } from "#web/kit/Button.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import { announce } from "#web/kit/Announcer.tsx";
import { useOverflows } from "#web/kit/use-overflows.ts";
import { cx } from "#web/kit/cx.ts";
import { lazyPart } from "#web/kit/load-part.ts";
import { usePage } from "#web/app/page-context.tsx";
import { useCheckout } from "#web/checkout/state/store.tsx";
import { STEP_FORM, useContinueState } from "#web/checkout/state/continue.tsx";
import { browserStorage } from "#web/session/storage.ts";
import { chf } from "#web/money/amounts.ts";
import { withChosenSim } from "./lines.ts";
import styles from "./OrderSummary.module.css";
import { Receipt } from "./Receipt.tsx";

const SummaryFields = lazyPart(() => import("./SummaryFields.tsx"), "quiet");

/**
 * The order summary next to the step. Below 1200 px it is a bottom bar that opens to show the lines. Its button submits
 * the current step's form.
 */
export function OrderSummary() {
  const t = useTranslations("checkout.summary");
  const tCheckout = useTranslations("checkout");
  const { answer, saving, business, form } = useCheckout();
  const { summaryFields } = usePage();
  const tSim = useTranslations("checkout.sim");
  // The button is rendered even before the step sets its label, so that the phone's bar does not grow.
  const next = useContinueState();
  // Closed unless the shopper opened it, so that a phone's first screen shows the first field of each step (ADR 12).
  const [open, setOpen] = useState(browserStorage.read("sidebarExtended") === "true");
  const [lines, scrolls] = useOverflows<HTMLDivElement>();
  const toggle = () => {
    browserStorage.write("sidebarExtended", String(!open));
    setOpen(!open);
  };
  const paidNow = answer !== null && !answer.postpaid;
  const amount = answer ? chf(paidNow ? answer.total : answer.billing) : "";
  // `paid` is false, because nothing has been paid yet. A business customer never pays here.
  const onBill = answer !== null && settlementOf({ total: fromChf(answer.total), paid: false, business }) === "onBill";
  const now = t(onBill ? "onBill" : "now");
  const name = paidNow ? now : t("monthly");
  const monthly = { name: t("monthly"), amount: answer?.billing ?? toChf(0) };
  const lastAnnounced = useRef<string | null>(null);
  const sum = answer && !saving ? t("announce", { name, amount }) : null;
  // Only changes are announced, because screen readers read the summary itself with the page.
  useEffect(() => {
    if (sum === null) return;
    if (lastAnnounced.current !== null && lastAnnounced.current !== sum) announce(() => sum);
    lastAnnounced.current = sum;
  }, [sum]);
  const sums = !answer
    ? []
    : paidNow
      ? [monthly].filter((sum) => fromChf(sum.amount) > 0)
      : [
          { name: t("once"), amount: answer.oneTime },
          { name: now, amount: answer.total },
          ...(answer.whole ? [{ name: t("whole", { count: answer.whole.months }), amount: answer.whole.total }] : []),
        ];

  const sumRows = sums.map((sum) => <Sum key={sum.name} {...sum} />);

  return (
    <aside className={styles.summary} aria-label={t("title")} data-order-bar="" data-open={open} aria-busy={saving}>
      <h2 className={styles.title}>{t("title")}</h2>
      <div
        id="order-lines"
        className={styles.lines}
        ref={lines}
        {...(scrolls ? { tabIndex: 0, role: "group", "aria-label": t("title") } : {})}
      >
        {answer && <Receipt answer={withChosenSim(answer, form.simType, tSim)} onBill={onBill} />}
        {summaryFields && (
          <Suspense>
            <SummaryFields />
          </Suspense>
        )}
        {/* On a phone, the bottom bar has space for one sum only. */}
        <dl className={styles.sums}>{sumRows}</dl>
      </div>
      <div className={styles.foot}>
        <div className={styles.amounts}>
          <dl className={cx(styles.totals, saving && styles.saving)}>
            <div className={styles.main}>
              <dt>
                {name}
                <Icon name="chevron" size={16} className={cx(styles.arrow, open && styles.down)} />
              </dt>
              <dd>{amount}</dd>
            </div>
            {sumRows}
          </dl>
          <button
            type="button"
            className={styles.toggle}
            aria-label={open ? t("hide") : t("show")}
            aria-expanded={open}
            aria-controls="order-lines"
            onClick={toggle}
          />
        </div>
        <div className={styles.go}>
          <Button
            type="submit"
            form={STEP_FORM}
            block
            disabled={!next?.enabled}
            aria-busy={next?.busy || undefined}
            {...(next?.missing && { "aria-disabled": true, "aria-describedby": "order-missing", "data-waits": "" })}
          >
            {next?.label ?? tCheckout("continue")}
          </Button>
          {next?.missing && (
            <p id="order-missing" className={styles.missing}>
              {next.missing}
            </p>
          )}
        </div>
      </div>
    </aside>
  );
}

function Sum({ name, amount }: { readonly name: string; readonly amount: Chf }) {
  return (
    <div className={styles.sum}>
      <dt>{name}</dt>
      <dd>{chf(amount)}</dd>
    </div>
  );
}
