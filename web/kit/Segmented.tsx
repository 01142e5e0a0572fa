import { cx } from "./cx.ts";
import styles from "./Segmented.module.css";

type Props<Value extends string> = {
  readonly name: string;
  /** Names the group for assistive technology; the visible label is outside. */
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
};

/** A segmented control for a few short options: native radio buttons in a pill. */
export function Segmented<Value extends string>({ name, label, options, value, onChange, disabled }: Props<Value>) {
  return (
    <div role="radiogroup" aria-label={label} id={name} tabIndex={-1} className={styles.segments}>
      {options.map((option) => (
        <label key={option.value} className={cx(styles.segment, option.value === value && styles.on)}>
          <input
            type="radio"
            className={styles.input}
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={disabled}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
