import type { InputHTMLAttributes, ReactNode, Ref } from "react";
import { cx } from "./cx.ts";
import { Field, type FieldWords } from "./Field.tsx";
import { Icon } from "./Icon.tsx";
import styles from "./TextField.module.css";

type Own = FieldWords & {
  /** Read-only, but the value can still be selected and copied. */
  readonly locked?: boolean;
  /** The usual length in characters, which determines the width of the field. */
  readonly chars?: number;
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
};
export type TextFieldProps = Own & Omit<InputHTMLAttributes<HTMLInputElement>, "name" | "id">;

/** A single-line text field. */
export function TextField({
  name,
  label,
  hint,
  error,
  locked,
  chars,
  before,
  after,
  className,
  type = "text",
  ...rest
}: TextFieldProps) {
  return (
    <Field name={name} label={label} hint={hint} error={error} {...(className && { className })}>
      {(control) => (
        <span
          className={cx(styles.box, locked && styles.locked, error && styles.wrong)}
          style={chars ? { maxWidth: `calc(${chars + 1}ch + 36px${locked ? " + 26px" : ""})` } : undefined}
        >
          {before}
          <input {...rest} {...control} type={type} readOnly={locked || rest.readOnly} className={styles.input} />
          {locked ? <Icon name="lock" size={18} className={styles.lock} /> : after}
        </span>
      )}
    </Field>
  );
}
