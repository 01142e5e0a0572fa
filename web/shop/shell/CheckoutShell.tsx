import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { RETURN_PAGE, stepsOf, type CheckoutPage } from "#core/steps.ts";
import { STEP_FRAME } from "#web/checkout/frame/step-frame.ts";
import { positionOf } from "#web/checkout/state/flow.ts";
import { StepCard } from "#web/kit/StepCard.tsx";
import frame from "#web/checkout/frame/CheckoutFrame.module.css";
import summary from "#web/checkout/summary/OrderSummary.module.css";
import { Bars } from "./Bars.tsx";

/** Lines of a step that is not here yet, in percent of its width. */
const LINES = [34, 62, 48, 80, 56, 40, 70];

/** The order's foot: as high as its bar under 1200 px, and as its totals beside the steps above that. */
const FOOT = "clamp(153px, (100vw - 1199px) * 999, 214px)";

/**
 * The outline of a checkout page, for the first paint: only the browser knows what is being bought, and draws the page
 * over it. Classes are the real page's own, so that nothing moves; without a checkout the general flow is assumed.
 */
export function CheckoutShell({ page }: { readonly page: CheckoutPage }) {
  const t = useTranslations("checkout");
  const { layout, room } = STEP_FRAME[page];
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
            {index === position && <Bars lines={LINES} height={room} />}
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

/** A page without steps beside it: thanks, the way back from the payment, a new password. */
export function AloneShell({ title }: { readonly title: ReactNode }) {
  return (
    <div className={frame.narrow} aria-busy="true">
      {title && <h1 className={frame.heading}>{title}</h1>}
      <Tall />
    </div>
  );
}

function Tall() {
  return <div style={{ minHeight: STEP_FRAME["7"].room }} />;
}
