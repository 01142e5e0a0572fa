import { useTranslations } from "use-intl";
import type { CheckoutPage } from "#core/steps/steps.ts";
import { useCheckout } from "#web/checkout/state/store.tsx";
import { stepBefore, type Flow } from "#web/checkout/state/flow.ts";
import { useNavigation } from "#web/checkout/state/navigation.ts";
import { TextButton } from "#web/kit/Button.tsx";
import hidden from "#web/kit/visually-hidden.module.css";
import { StepMark } from "./StepMark.tsx";
import { StepDigest } from "./StepDigest.tsx";
import type { ShownStep } from "./steps-shown.ts";
import styles from "./StepRows.module.css";

type Props = { readonly page: CheckoutPage; readonly flow: Flow; readonly steps: readonly ShownStep[] };

/**
 * Steps as rows: each shows its choices, and completed ones an edit button. Only the button of the step directly before
 * the current one works (specification 2, "Step layout"); the review at step 5 leads back to the others.
 */
export default function StepRows({ page, flow, steps }: Props) {
  const t = useTranslations("checkout");
  const { business } = useCheckout();
  const { edit } = useNavigation();
  const editable = stepBefore(page, flow, business);
  return (
    <>
      <ol className={styles.rows}>
        {steps.map((step) => {
          const title = t(`steps.${step.page}.title`);
          const done = step.state === "done";
          return (
            <li key={step.page} className={styles.row} data-state={step.state}>
              <StepMark step={step} />
              <div className={styles.parts}>
                <h2 className={styles.title}>
                  {title}
                  {done && <span className={hidden.visuallyHidden}> ({t("done")})</span>}
                </h2>
                {done && <StepDigest page={step.page} />}
                {step.state === "now" && <p className={styles.here}>{t("youAreHere")}</p>}
              </div>
              {done && (
                <TextButton
                  disabled={step.page !== editable}
                  onClick={() => edit(step.page)}
                  aria-label={t("editStep", { step: title })}
                >
                  {t("edit")}
                </TextButton>
              )}
            </li>
          );
        })}
      </ol>
      {page === "5" && <p className={styles.here}>{t("changeBelow")}</p>}
    </>
  );
}
