import { useMemo, type Ref, type SelectHTMLAttributes } from "react";
import { cx } from "./cx.ts";
import { Field, type FieldWords } from "./Field.tsx";
import { Icon } from "./Icon.tsx";
import box from "./TextField.module.css";
import styles from "./SelectField.module.css";

type SelectOption = { readonly value: string; readonly label: string };
type Props = FieldWords & {
  /** Groups of options, separated by a line. */
  readonly groups: readonly (readonly SelectOption[])[];
  readonly placeholder?: string;
  readonly ref?: Ref<HTMLSelectElement>;
} & Omit<SelectHTMLAttributes<HTMLSelectElement>, "name" | "id">;

/** The platform's select element. */
export function SelectField({ name, label, hint, error, groups, placeholder, ...rest }: Props) {
  // Memoized, so that typing in other fields does not render all options again.
  const options = useMemo(
    () =>
      groups.map((group, index) => [
        index > 0 && <hr key={`line-${index}`} />,
        ...group.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        )),
      ]),
    [groups],
  );
  return (
    <Field name={name} label={label} hint={hint} error={error}>
      {(control) => (
        <span className={cx(box.box, styles.box, error && box.wrong)}>
          <select {...rest} {...control} className={cx(box.input, styles.select)}>
            {placeholder && <option value="">{placeholder}</option>}
            {options}
          </select>
          <Icon name="chevron" className={styles.arrow} />
        </span>
      )}
    </Field>
  );
}
