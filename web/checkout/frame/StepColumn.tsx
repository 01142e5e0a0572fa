import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { CheckoutPage } from "#core/steps/steps.ts";
import type { Flow } from "#web/checkout/state/flow.ts";
import { Icon } from "#web/kit/Icon.tsx";
import { StepCard } from "#web/kit/StepCard.tsx";
import { LaterRows } from "./LaterRows.tsx";
import { STEP_FRAME, stepsShown, type ShownStep } from "./steps-shown.ts";
import styles from "./StepColumn.module.css";

type Props = { readonly page: CheckoutPage; readonly flow: Flow; readonly children: ReactNode };

/**
 * Past steps as rows, the current one open, future ones greyed out (specification 2, "Step layout"). On a phone the past
 * ones are in `StepProgress`.
 */
export function StepColumn({ page, flow, children }: Props) {
  const t = useTranslations("checkout");
  const shown = stepsShown(page, flow.steps);
  const done = shown.filter(({ state }) => state === "done");
  return (
    <>
      {done.length > 0 && (
        <div className={styles.done}>
          <LaterRows page={page} flow={flow} steps={done} />
        </div>
      )}
      {shown.map((step) => {
        const title = t(`steps.${step.page}.title`);
        if (step.state === "done") return null;
        if (step.state === "now") {
          return (
            <StepCard key={step.page} state="now" number={markOf(step)} title={title}>
              {children}
            </StepCard>
          );
        }
        return (
          <StepCard
            key={step.page}
            state="next"
            number={markOf(step)}
            title={title}
            aside={<small className={styles.aside}>{t("continue")}</small>}
          />
        );
      })}
    </>
  );
}

/** The number of a step, or its icon. */
function markOf({ page, number }: ShownStep): ReactNode {
  const { icon } = STEP_FRAME[page];
  return number ?? (icon && <Icon name={icon} size={18} />);
}
