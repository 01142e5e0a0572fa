import type { MouseEvent, ReactNode, SubmitEvent } from "react";
import { STEP_FORM, useContinue } from "#web/checkout/state/continue.tsx";
import { Button } from "#web/kit/Button.tsx";
import { drawnAsPressed } from "#web/kit/drawn.ts";
import styles from "./StepForm.module.css";

type Props = {
  readonly label: string;
  /** What the button in the summary says; "continue" without it. */
  readonly summaryLabel?: string;
  /** A word beside the button: what pressing it does not do yet. */
  readonly note?: ReactNode;
  readonly enabled: boolean;
  /** Looks and reads as disabled, yet pressing it says what is missing. */
  readonly blocked?: boolean;
  readonly onSubmit: () => void | Promise<void>;
  readonly children: ReactNode;
};

/** The form of a step with its button at the end, and once more in the summary; checks are the step's own, in the shopper's words. */
export function StepForm({ label, summaryLabel, note, enabled, blocked = false, onSubmit, children }: Props) {
  useContinue({ label: summaryLabel, enabled, blocked });
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    await drawnAsPressed(event.submitter);
    await onSubmit();
  };
  return (
    <form id={STEP_FORM} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      {children}
      <div className={styles.go}>
        <Button
          type="submit"
          disabled={!enabled}
          aria-disabled={blocked || undefined}
          onMouseDown={stay}
          onClick={arrive}
        >
          {label}
        </Button>
        {note && <span className={styles.note}>{note}</span>}
      </div>
    </form>
  );
}

/**
 * A field that is left says what is wrong with it, which moves the button below it: were it left as the button goes
 * down, the button would no longer be there as the finger comes up, and the press would be lost. So it is left at the
 * click. A click by the Enter key has no detail, and leaves the focus in its field.
 */
const stay = (event: MouseEvent) => event.preventDefault();
const arrive = (event: MouseEvent<HTMLButtonElement>) => {
  if (event.detail > 0) event.currentTarget.focus({ preventScroll: true });
};

/** A part of a step under its own heading. */
export function Section({
  title,
  hint,
  id,
  children,
}: {
  readonly title?: string;
  readonly hint?: ReactNode;
  readonly id?: string;
  readonly children: ReactNode;
}) {
  return (
    <section id={id} className={styles.section}>
      {title && <h3 className={styles.title}>{title}</h3>}
      {hint && <p className={styles.hint}>{hint}</p>}
      {children}
    </section>
  );
}

/** Fields side by side where there is room. */
export function FieldGrid({ children }: { readonly children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>;
}
