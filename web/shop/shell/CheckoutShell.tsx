import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { RETURN_PAGE, stepsOf, type CheckoutPage } from "#core/steps/steps.ts";
import { STEP_FRAME, stepsShown } from "#web/checkout/frame/steps-shown.ts";
import { ProgressLine } from "#web/checkout/frame/ProgressLine.tsx";
import { StepMark } from "#web/checkout/frame/StepMark.tsx";
import { StepLines } from "#web/checkout/frame/StepLines.tsx";
import { StepCard } from "#web/kit/StepCard.tsx";
import frame from "#web/checkout/frame/CheckoutFrame.module.css";
import column from "#web/checkout/frame/StepColumn.module.css";
import progress from "#web/checkout/frame/StepProgress.module.css";
import rows from "#web/checkout/frame/StepRows.module.css";
import summary from "#web/checkout/summary/OrderSummary.module.css";
import { Bars } from "./Bars.tsx";

/** Height of the summary's foot: 84 px in windows below 1200 px, where it is a bar, otherwise 214 px. */
const FOOT = "clamp(84px, (100vw - 1199px) * 999, 214px)";

/**
 * The outline of a checkout page, for the first paint. The server does not have the checkout's data, so it assumes the
 * usual flow, ticks no step, and the browser replaces the outline. It uses the real page's classes, so nothing moves.
 */
export function CheckoutShell({ page }: { readonly page: CheckoutPage }) {
  const t = useTranslations("checkout");
  const { layout, minHeight } = STEP_FRAME[page];
  if (layout === "alone") return <AloneShell title={page === RETURN_PAGE ? null : t(`steps.${page}.heading`)} />;
  const steps = stepsOf({ prepaidFlow: false });
  const shown = stepsShown(page, steps);
  const before = shown.filter(({ state }) => state === "done");
  return (
    <div className={frame.columns} aria-busy="true">
      <div className={frame.main}>
        <nav className={progress.progress} aria-label={t("allSteps")}>
          <ProgressLine page={page} steps={null} />
        </nav>
        <h1 className={frame.heading}>{t(`steps.${page}.heading`)}</h1>
        {before.length > 0 && (
          <div className={column.done}>
            {before.map((step) => (
              <div key={step.page} className={rows.row} data-state="done">
                <StepMark step={{ ...step, state: "next" }} />
                <div className={rows.parts}>
                  <h2 className={rows.title}>{t(`steps.${step.page}.title`)}</h2>
                  <Bars lines={[60]} height={20} />
                </div>
              </div>
            ))}
          </div>
        )}
        {shown.map(
          ({ page: each, state, number }) =>
            state !== "done" && (
              <StepCard key={each} state={state} number={number} title={t(`steps.${each}.title`)}>
                {state === "now" && (
                  <div style={{ minHeight }}>
                    <StepLines />
                  </div>
                )}
              </StepCard>
            ),
        )}
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
