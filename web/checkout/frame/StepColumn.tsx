import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { TextButton } from "#web/kit/Button.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import { StepCard } from "#web/kit/StepCard.tsx";
import { useCheckout } from "#web/checkout/state/CheckoutProvider.tsx";
import { positionOf, stepBefore, type Flow } from "#web/checkout/state/flow.ts";
import { useNavigation } from "#web/checkout/state/navigation.ts";
import type { CheckoutPage, NumberedStep } from "#core/steps.ts";
import { StepDigest } from "./StepDigest.tsx";
import { STEP_FRAME } from "./step-frame.ts";
import styles from "./StepColumn.module.css";

type Props = { readonly page: CheckoutPage; readonly flow: Flow; readonly children: ReactNode };

/** Past steps as digests, the current one open, future ones greyed out (specification 2, "Step layout"). */
export function StepColumn({ page, flow, children }: Props) {
  const t = useTranslations("checkout");
  const { business } = useCheckout();
  const { edit } = useNavigation();
  const position = positionOf(page, flow.steps);
  const editable = stepBefore(page, flow, business);
  return withPage(page, flow.steps, position).map(({ page: each, number }, index) => {
    const title = t(`steps.${each}.title`);
    const card = { number, title };
    if (index === position) {
      return (
        <StepCard key={each} {...card} state="now">
          {children}
        </StepCard>
      );
    }
    if (index > position) {
      return (
        <StepCard key={each} {...card} state="next" aside={<small className={styles.aside}>{t("continue")}</small>} />
      );
    }
    const aside = (
      <TextButton disabled={each !== editable} onClick={() => edit(each)} aria-label={t("editStep", { step: title })}>
        {t("edit")}
      </TextButton>
    );
    return (
      <StepCard key={each} {...card} id={`step-${each}`} state="done" doneLabel={t("done")} aside={aside}>
        <StepDigest page={each} />
      </StepCard>
    );
  });
}

type Shown = { readonly page: CheckoutPage; readonly number: ReactNode };

/** The steps of the flow, with the current page inserted if the flow does not count it. */
function withPage(page: CheckoutPage, steps: readonly NumberedStep[], position: number): readonly Shown[] {
  if (steps[position]?.page === page) return steps;
  const { icon } = STEP_FRAME[page];
  const own = { page, number: icon && <Icon name={icon} size={18} /> };
  return [...steps.slice(0, position), own, ...steps.slice(position)];
}
