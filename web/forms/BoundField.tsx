import { useTranslations } from "use-intl";
import type { CustomerForm } from "#core/form/fields.ts";
import { TextField, type TextFieldProps } from "#web/kit/TextField.tsx";
import { useFieldValue } from "./form.ts";
import type { CustomerFormState } from "./use-customer-form.ts";

type TextKey = { [Key in keyof CustomerForm]: CustomerForm[Key] extends string ? Key : never }[keyof CustomerForm];
type Props = {
  readonly state: CustomerFormState;
  readonly name: TextKey;
  /** Can stay empty, as its label says; all other fields are required. */
  readonly optional?: boolean;
  /** Returns what of the typed text the field keeps. */
  readonly read?: (typed: string) => string;
  /** Runs when the field loses the focus, and after a paste. */
  readonly onDone?: () => void;
} & Omit<TextFieldProps, "name" | "label" | "error" | "locked">;

/** A text field of the customer form, with its label, error and lock. */
export function BoundField({ state, name, optional, read = (typed) => typed, onDone, ...rest }: Props) {
  const { form } = state;
  const t = useTranslations("customer");
  const label = t(`fields.${name}`);
  return (
    <TextField
      {...rest}
      name={name}
      value={useFieldValue(form, name)}
      onChange={({ currentTarget }) => form.edit(name, read(currentTarget.value))}
      onBlur={() => {
        onDone?.();
        form.leave(name);
      }}
      {...(onDone && { onPaste: () => setTimeout(onDone) })}
      label={optional && !state.locked.has(name) ? t("optional", { label }) : label}
      error={state.errorOf(name)}
      locked={state.locked.has(name)}
    />
  );
}
