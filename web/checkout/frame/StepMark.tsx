import { Icon } from "#web/kit/Icon.tsx";
import { type ShownStep, STEP_FRAME } from "./steps-shown.ts";
import styles from "./StepMark.module.css";

/**
 * The round mark of a step: a tick, its number, or an icon. A bare mark has no number, because the line that it belongs
 * to counts the steps.
 */
export function StepMark({ step, bare = false }: { readonly step: ShownStep; readonly bare?: boolean }) {
  const { icon } = STEP_FRAME[step.page];
  return (
    <span className={styles.mark} data-mark={step.state} aria-hidden="true">
      {step.state === "done" ? (
        <Icon name="check" size={14} />
      ) : (
        ((bare ? null : step.number) ?? (icon && <Icon name={icon} size={14} />))
      )}
    </span>
  );
}
