import { useState, type MouseEvent, type ReactNode, type SubmitEvent } from "react";
import { useTranslations } from "use-intl";
import { STEP_FORM, useContinue } from "#web/checkout/state/continue.tsx";
import { returnPage } from "#web/checkout/state/navigation.ts";
import { Button } from "#web/kit/Button.tsx";
import { afterPressedPaint } from "#web/kit/paint.ts";
import styles from "./StepForm.module.css";

type Props = {
  /** The button's label, which the summary's button also has. */
  readonly label: string;
  /** A note next to the button, such as "nothing is ordered yet". */
  readonly note?: ReactNode;
  readonly enabled: boolean;
  /** What the button waits for (`useContinue`). */
  readonly missing?: string | null;
  readonly onSubmit: () => void | Promise<void>;
  readonly children: ReactNode;
};

/** The form of a step, with its button at the end and again in the summary. The browser's own validation is off. */
export function StepForm({ label, note, enabled, missing = null, onSubmit, children }: Props) {
  const t = useTranslations("checkout");
  const shown = returnPage() === null ? label : t("saveAndReturn");
  const [busy, setBusy] = useState(false);
  useContinue({ label: shown, enabled, missing, busy });
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    await afterPressedPaint(event.nativeEvent.submitter);
    setBusy(true);
    try {
      await onSubmit();
    } finally {
      setBusy(false);
    }
  };
  return (
    <form id={STEP_FORM} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      {children}
      <div className={styles.go}>
        <Button
          type="submit"
          disabled={!enabled}
          aria-disabled={missing !== null || undefined}
          data-waits={missing === null ? undefined : ""}
          aria-describedby={missing === null ? undefined : "step-missing"}
          aria-busy={busy || undefined}
          onMouseDown={keepFocus}
          onClick={focusOnClick}
        >
          {shown}
        </Button>
        {missing && (
          <span id="step-missing" className={styles.missing}>
            {missing}
          </span>
        )}
        {note && <span className={styles.note}>{note}</span>}
      </div>
    </form>
  );
}

/**
 * Together, these keep the focus in its field until the click. A field that loses the focus can show an error, which
 * moves the button. If that happened on mouse down, mouse up would miss the button. A click by the Enter key (`detail`
 * is 0) leaves the focus in its field.
 */
const keepFocus = (event: MouseEvent) => event.preventDefault();
const focusOnClick = (event: MouseEvent<HTMLButtonElement>) => {
  if (event.detail > 0) event.currentTarget.focus({ preventScroll: true });
};

/** A part of a step with its own heading. */
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

/** Fields side by side where the width allows it. */
export function FieldGrid({ children }: { readonly children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>;
}
