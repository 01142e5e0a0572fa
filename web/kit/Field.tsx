import { useId, type ReactNode } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./Icon.tsx";
import styles from "./Field.module.css";
import hidden from "./visually-hidden.module.css";

/** The props that all fields share. `name` is also the element's id, so that an error summary can link to it. */
export type FieldWords = {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
};

type ControlProps = {
  readonly id: string;
  readonly name: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
};

/**
 * Label, hint, control and error in this order, connected for assistive technology. `children` receives the props of
 * the control.
 */
export function Field({
  name,
  label,
  hint,
  error,
  className,
  children,
}: FieldWords & { readonly className?: string; readonly children: (control: ControlProps) => ReactNode }) {
  const unique = useId();
  const hintId = hint ? `${unique}-hint` : null;
  const errorId = error ? `${unique}-error` : null;
  return (
    <div className={cx(styles.field, className)}>
      <label className={styles.label} htmlFor={name}>
        {label}
      </label>
      {hint && (
        <p id={hintId ?? undefined} className={styles.hint}>
          {hint}
        </p>
      )}
      {children({
        id: name,
        name,
        "aria-describedby": [errorId, hintId].filter(Boolean).join(" ") || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {error && <FieldError id={errorId ?? undefined}>{error}</FieldError>}
    </div>
  );
}

/** The error message under a field. */
export function FieldError({ id, children }: { readonly id?: string | undefined; readonly children: ReactNode }) {
  return (
    <p id={id} className={styles.error}>
      <Icon name="warn" size={18} />
      <span>{children}</span>
    </p>
  );
}

/** A group of controls under one question. */
export function FieldGroup({
  id,
  label,
  hint,
  error,
  hideLabel,
  children,
}: {
  readonly id?: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly hideLabel?: boolean;
  readonly children: ReactNode;
}) {
  const unique = useId();
  return (
    <fieldset
      id={id}
      tabIndex={id ? -1 : undefined}
      data-invalid={error ? "" : undefined}
      className={styles.group}
      aria-describedby={[error && `${unique}-error`, hint && `${unique}-hint`].filter(Boolean).join(" ") || undefined}
    >
      <legend className={cx(styles.label, hideLabel && hidden.visuallyHidden)}>{label}</legend>
      {hint && (
        <p id={`${unique}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {children}
      {error && <FieldError id={`${unique}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
