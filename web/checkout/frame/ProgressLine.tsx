import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { CheckoutPage } from "#core/steps/steps.ts";
import type { FlowStep } from "#web/checkout/state/flow.ts";
import { cx } from "#web/kit/cx.ts";
import { Icon } from "#web/kit/Icon.tsx";
import { StepMark } from "./StepMark.tsx";
import { progressOf, stepsShown } from "./steps-shown.ts";
import styles from "./ProgressLine.module.css";

type Props = {
  readonly page: CheckoutPage;
  /** Null as long as it is not known which steps there are: then nothing is counted. */
  readonly steps: readonly FlowStep[] | null;
  /** Undefined in the outline that the server renders, where the list cannot be opened. */
  readonly onToggle?: () => void;
  /** The list of all steps; undefined while it is closed. */
  readonly children?: ReactNode;
};

/** All steps on one line, for phones. Pressing it opens the list of steps. */
export function ProgressLine({ page, steps, onToggle, children }: Props) {
  const t = useTranslations("checkout");
  const open = Boolean(children);
  const progress = steps && progressOf(page, steps);
  return (
    <>
      <button
        type="button"
        className={styles.line}
        aria-expanded={open}
        aria-controls={open ? "all-steps" : undefined}
        onClick={onToggle}
      >
        <span className={styles.words}>{progress ? t("stepOf", progress) : t(`steps.${page}.title`)}</span>
        <span className={styles.marks}>
          {steps && stepsShown(page, steps).map((step) => <StepMark key={step.page} step={step} bare />)}
        </span>
        <Icon name="chevron" size={18} className={cx(styles.arrow, open && styles.up)} />
      </button>
      {children}
    </>
  );
}
