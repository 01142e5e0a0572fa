import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { TextButton } from "#web/kit/Button.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import { StepCard } from "#web/kit/StepCard.tsx";
import { useCheckout } from "#web/checkout/state/CheckoutProvider.tsx";
import { positionOf, stepBefore, type Flow } from "#web/checkout/state/flow.ts";
import { useNavigation } from "#web/checkout/state/navigation.ts";
import type { CheckoutPage } from "#core/steps.ts";
import { StepDigest } from "./StepDigest.tsx";
import { STEP_FRAME } from "./step-frame.ts";
import styles from "./StepColumn.module.css";

/** Past steps as short summaries, the current one open, future ones greyed (specification 2, "Step layout"). */
export function StepColumn({
  page,
  flow,
  children,
}: {
  readonly page: CheckoutPage;
  readonly flow: Flow;
  readonly children: ReactNode;
}) {
  const t = useTranslations("checkout");
  const { business } = useCheckout();
  const { edit } = useNavigation();
  const position = positionOf(page, flow.steps);
  const editable = stepBefore(page, flow, business);
  const extra = !flow.steps.some((step) => step.page === page);
  const { icon } = STEP_FRAME[page];
  const current = extra && (
    <StepCard state="now" number={icon && <Icon name={icon} size={18} />} title={t(`steps.${page}.title`)}>
      {children}
    </StepCard>
  );
  return (
    <>
      {flow.steps.map((step, index) => {
        const title = t(`steps.${step.page}.title`);
        const before = index === position && current;
        if (index < position) {
          const aside = step.page === editable && (
            <TextButton onClick={() => edit(step.page)} aria-label={t("editStep", { step: title })}>
              {t("edit")}
            </TextButton>
          );
          return (
            <StepCard
              key={step.page}
              id={`step-${step.page}`}
              state="done"
              number={step.number}
              title={title}
              doneLabel={t("done")}
              aside={aside}
            >
              <StepDigest page={step.page} />
            </StepCard>
          );
        }
        if (index === position && !extra) {
          return (
            <StepCard key={step.page} state="now" number={step.number} title={title}>
              {children}
            </StepCard>
          );
        }
        return (
          <div key={step.page}>
            {before}
            <StepCard
              state="next"
              number={step.number}
              title={title}
              aside={<small className={styles.aside}>{t("continue")}</small>}
            />
          </div>
        );
      })}
      {extra && position >= flow.steps.length && current}
    </>
  );
}
