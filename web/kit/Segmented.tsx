import styles from "./Segmented.module.css";

type Props<Value extends string> = {
  readonly name: string;
  /** Invisible name of the group for assistive technology; omitted if a surrounding field group has a name. */
  readonly label?: string;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly id?: string }[];
  readonly disabled?: boolean;
} & (
  | Controlled<Value>
  | { /** The option that is selected initially, in a form without a script. */ readonly initial: Value }
);

type Controlled<Value> = { readonly value: Value | null; readonly onChange: (value: Value) => void };

/** A segmented control for a few short options: native radio buttons in a pill. */
export function Segmented<Value extends string>({ name, label, options, disabled, ...choice }: Props<Value>) {
  const checked = (value: Value) =>
    "initial" in choice
      ? { defaultChecked: value === choice.initial }
      : { checked: value === choice.value, onChange: () => choice.onChange(value) };
  return (
    <div role={label && "radiogroup"} aria-label={label} id={name} tabIndex={-1} className={styles.segments}>
      {options.map((option) => (
        <label key={option.value} className={styles.segment}>
          <input
            type="radio"
            className={styles.input}
            name={name}
            value={option.value}
            id={option.id}
            disabled={disabled}
            {...checked(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
