import { FieldGroup, type FieldWords } from "#web/kit/Field.tsx";
import { SelectField } from "#web/kit/SelectField.tsx";
import { useTexts } from "#desk/app/texts.tsx";
import styles from "./form.module.css";

type Common = FieldWords & { readonly disabled: boolean };
type Options = readonly (string | number)[];

/** Returns a function that returns an option's label. */
function useChoice(): (option: string | number) => string {
  const t = useTexts("publishing");
  return (option) => {
    const key = `choices.${option}` as "choices.bill";
    return t.has(key) ? t(key) : String(option);
  };
}

type ChoiceProps = Common & {
  readonly options: Options;
  readonly value: unknown;
  readonly onChange: (value: string | number) => void;
};

/** A field to choose one of several options. */
export function ChoiceField({ options, value, onChange, ...common }: ChoiceProps) {
  const nameOf = useChoice();
  return (
    <SelectField
      {...common}
      groups={[options.map((option) => ({ value: String(option), label: nameOf(option) }))]}
      value={String(value)}
      onChange={(event) => onChange(options.find((option) => String(option) === event.target.value) ?? "")}
    />
  );
}

type ChoicesProps = Common & {
  readonly options: Options;
  readonly value: readonly unknown[];
  readonly onChange: (value: readonly unknown[]) => void;
};

/** A field to choose any number of options. */
export function ChoicesField({ options, value, onChange, label, hint, error, disabled }: ChoicesProps) {
  const nameOf = useChoice();
  return (
    <FieldGroup label={label} hint={hint} error={error}>
      {options.map((option) => (
        <label key={option} className={styles.tick}>
          <input
            type="checkbox"
            disabled={disabled}
            checked={value.includes(option)}
            onChange={(event) =>
              onChange(options.filter((each) => (each === option ? event.target.checked : value.includes(each))))
            }
          />
          {nameOf(option)}
        </label>
      ))}
    </FieldGroup>
  );
}

type YesNoProps = Common & { readonly value: boolean; readonly onChange: (value: boolean) => void };

/** A field for yes or no. */
export function YesNoField({ label, hint, error, disabled, value, onChange }: YesNoProps) {
  return (
    <FieldGroup label={label} hideLabel hint={hint} error={error}>
      <label className={styles.tick}>
        <input
          type="checkbox"
          disabled={disabled}
          checked={value}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
    </FieldGroup>
  );
}
