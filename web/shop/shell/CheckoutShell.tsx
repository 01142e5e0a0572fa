import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { RETURN_PAGE, stepsOf, type CheckoutPage } from "#core/steps.ts";
import { STEP_FRAME } from "#web/checkout/frame/step-frame.ts";
import { positionOf } from "#web/checkout/state/flow.ts";
import { StepCard } from "#web/kit/StepCard.tsx";
import frame from "#web/checkout/frame/CheckoutFrame.module.css";
import summary from "#web/checkout/summary/OrderSummary.module.css";
import { Bars } from "./Bars.tsx";

/** Widths of a loading step's placeholders, in percent. */
const LINES = [34, 62, 48, 80, 56, 40, 70];

/** Height of the summary's foot: 153 px as a bar below 1200 px, 214 px beside the steps. */
const FOOT = "clamp(153px, (100vw - 1199px) * 999, 214px)";

/**
 * The outline of a checkout page, for the first paint. Only the browser knows the checkout and replaces the outline. Uses the
 * real page's classes, so that nothing moves, and assumes the general flow.
 */
export function CheckoutShell({ page }: { readonly page: CheckoutPage }) {
  const t = useTranslations("checkout");
  const { layout, minHeight } = STEP_FRAME[page];
  if (layout === "alone") return <AloneShell title={page === RETURN_PAGE ? null : t(`steps.${page}.heading`)} />;
  const steps = stepsOf({ prepaidFlow: false });
  const position = positionOf(page, steps);
  return (
    <div className={frame.columns} aria-busy="true">
      <div className={frame.main}>
        <h1 className={frame.heading}>{t(`steps.${page}.heading`)}</h1>
        {steps.map((step, index) => (
          <StepCard
            key={step.page}
            state={index < position ? "done" : index === position ? "now" : "next"}
            number={step.number}
            title={t(`steps.${step.page}.title`)}
          >
            {index === position && <Bars lines={LINES} height={minHeight} />}
            {index < position && <Bars lines={[30]} height={22} />}
          </StepCard>
        ))}
        {position === steps.length && <Tall />}
      </div>
      <aside className={summary.summary} data-order-bar="" data-open="false">
        <h2 className={summary.title}>{t("summary.title")}</h2>
        <div className={summary.lines}>
          <Bars lines={[70, 50]} height={68} />
        </div>
        <div className={summary.foot} style={{ minHeight: FOOT }} />
      </aside>
    </div>
  );
}

/** The outline of a page without steps: thank-you page, return from the payment, password reset. */
export function AloneShell({ title }: { readonly title: ReactNode }) {
  return (
    <div className={frame.narrow} aria-busy="true">
      {title && <h1 className={frame.heading}>{title}</h1>}
      <Tall />
    </div>
  );
}

function Tall() {
  return <div style={{ minHeight: STEP_FRAME["7"].minHeight }} />;
}
