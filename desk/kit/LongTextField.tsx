import type { ComponentProps } from "react";
import { Field } from "#web/kit/Field.tsx";
import styles from "./LongTextField.module.css";

type Props = Omit<ComponentProps<"textarea">, "onChange"> & {
  readonly name: string;
  readonly label: string;
  readonly error?: string | null | undefined;
  readonly onChange: (text: string) => void;
};

/** A text field of several lines, with its label and its mistake. */
export function LongTextField({ name, label, error, onChange, ...rest }: Props) {
  return (
    <Field name={name} label={label} error={error ?? undefined}>
      {(control) => (
        <textarea {...rest} {...control} className={styles.area} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  );
}
