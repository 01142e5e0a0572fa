import { useState } from "react";
import { useTranslations } from "use-intl";
import type { CheckoutPage } from "#core/steps/steps.ts";
import { usePage } from "#web/app/page-context.tsx";
import { useCheckout } from "#web/checkout/state/store.tsx";
import { stepBefore, type Flow } from "#web/checkout/state/flow.ts";
import { useNavigation } from "#web/checkout/state/navigation.ts";
import { TextButton } from "#web/kit/Button.tsx";
import hidden from "#web/kit/visually-hidden.module.css";
import { StepMark } from "./StepMark.tsx";
import { StepDigest } from "./StepDigest.tsx";
import type { ShownStep } from "./steps-shown.ts";
import styles from "./StepRows.module.css";

type Props = {
  readonly page: CheckoutPage;
  readonly flow: Flow;
  readonly steps: readonly ShownStep[];
  /** Without numbers, because a line above counts the steps. */
  readonly bare?: boolean;
};

/**
 * Steps as rows: each shows its choices, and completed ones an edit button. Only the button of the step directly before
 * the current one opens it (specification 2, "Step layout"); the others say how to get there.
 */
export default function StepRows({ page, flow, steps, bare = false }: Props) {
  const t = useTranslations("checkout");
  const { business } = useCheckout();
  const { edit } = useNavigation();
  const editable = stepBefore(page, flow, business);
  const { brand } = usePage();
  const tWay = useTranslations("watch.edit");
  const [asked, setAsked] = useState(false);
  // Where "edit" is closed, its press says the way to the step; at step 5 it leads to the row of the review.
  const press = (to: CheckoutPage) => {
    if (to === editable) return edit(to);
    const change = document.querySelector<HTMLElement>(`[data-step="${to}"] button`);
    if (!change) return setAsked(true);
    change.scrollIntoView({ block: "center" });
    change.focus({ preventScroll: true });
  };
  const way = editable ? tWay("way", { step: t(`steps.${editable}.title`) }) : tWay("closed", { phone: brand.phone });
  return (
    <>
      <ol className={styles.rows}>
        {steps.map((step) => {
          const title = t(`steps.${step.page}.title`);
          const done = step.state === "done";
          return (
            <li key={step.page} className={styles.row} data-state={step.state}>
              <StepMark step={step} bare={bare} />
              <div className={styles.parts}>
                <h2 className={styles.title}>
                  {title}
                  {done && <span className={hidden.visuallyHidden}> ({t("done")})</span>}
                </h2>
                {done && <StepDigest page={step.page} />}
                {step.state === "now" && <p className={styles.here}>{tWay("here")}</p>}
              </div>
              {done && (
                <TextButton
                  aria-disabled={step.page !== editable || undefined}
                  onClick={() => press(step.page)}
                  aria-label={t("editStep", { step: title })}
                >
                  {t("edit")}
                </TextButton>
              )}
            </li>
          );
        })}
      </ol>
      {page === "5" && <p className={styles.here}>{tWay("below")}</p>}
      <output className={styles.here}>{asked && way}</output>
    </>
  );
}
