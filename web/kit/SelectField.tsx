import type { Ref, SelectHTMLAttributes } from "react";
import { cx } from "./cx.ts";
import { Field, type FieldWords } from "./Field.tsx";
import { Icon } from "./Icon.tsx";
import box from "./TextField.module.css";
import styles from "./SelectField.module.css";

export type SelectOption = { readonly value: string; readonly label: string };
/** Options in groups, divided by a line. */
type Props = FieldWords & {
  readonly groups: readonly (readonly SelectOption[])[];
  readonly placeholder?: string;
  readonly ref?: Ref<HTMLSelectElement>;
} & Omit<SelectHTMLAttributes<HTMLSelectElement>, "name" | "id">;

/** The platform's own list of choices. */
export function SelectField({ name, label, hint, error, groups, placeholder, ...rest }: Props) {
  return (
    <Field name={name} label={label} hint={hint} error={error}>
      {(wired) => (
        <span className={cx(box.box, styles.box, error && box.wrong)}>
          <select {...rest} {...wired} className={cx(box.input, styles.select)}>
            {placeholder && <option value="">{placeholder}</option>}
            {groups.map((options, index) => [
              index > 0 && <hr key={`line-${index}`} />,
              ...options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              )),
            ])}
          </select>
          <Icon name="chevron" className={styles.arrow} />
        </span>
      )}
    </Field>
  );
}
