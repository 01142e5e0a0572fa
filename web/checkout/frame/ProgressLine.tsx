import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { CheckoutPage, NumberedStep } from "#core/steps/steps.ts";
import { cx } from "#web/kit/cx.ts";
import { Icon } from "#web/kit/Icon.tsx";
import { StepMark } from "./StepMark.tsx";
import { progressOf, stepsShown } from "./steps-shown.ts";
import styles from "./ProgressLine.module.css";

type Props = {
  readonly page: CheckoutPage;
  readonly steps: readonly NumberedStep[];
  /** In the outline that the server renders: it does not know which steps are done, and the list cannot be opened. */
  readonly outline?: boolean;
  readonly onToggle?: () => void;
  /** The list of all steps; undefined while it is closed. */
  readonly children?: ReactNode;
};

/** All steps on one line, for phones. Pressing it opens the list of steps. */
export function ProgressLine({ page, steps, outline = false, onToggle, children }: Props) {
  const open = Boolean(children);
  return (
    <>
      <button
        type="button"
        className={styles.line}
        aria-expanded={open}
        aria-controls={open ? "all-steps" : undefined}
        onClick={onToggle}
      >
        <span className={styles.words}>
          <StepCount page={page} steps={steps} />
        </span>
        <span className={styles.marks}>
          {stepsShown(page, steps).map((step) => (
            <StepMark
              key={step.page}
              step={outline && step.state === "done" ? { ...step, state: "next" } : step}
              bare
            />
          ))}
        </span>
        <Icon name="chevron" size={18} className={cx(styles.arrow, open && styles.up)} />
      </button>
      {children}
    </>
  );
}

/** "Step 2 of 5", or the title of a page that is not counted. */
export function StepCount({ page, steps }: Pick<Props, "page" | "steps">) {
  const t = useTranslations("checkout");
  const progress = progressOf(page, steps);
  return progress ? t("stepOf", progress) : t(`steps.${page}.title`);
}
