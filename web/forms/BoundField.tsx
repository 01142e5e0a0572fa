import { useTranslations } from "use-intl";
import type { CustomerForm } from "#core/customer-form.ts";
import { TextField, type TextFieldProps } from "#web/kit/TextField.tsx";
import type { CustomerFormState } from "./use-customer-form.ts";

type TextKey = { [Key in keyof CustomerForm]: CustomerForm[Key] extends string ? Key : never }[keyof CustomerForm];
type Props = { readonly state: CustomerFormState; readonly name: TextKey } & Omit<
  TextFieldProps,
  "name" | "label" | "error" | "locked"
>;

/** A text field of the customer form, with its label, error and lock. */
export function BoundField({ state, name, ...rest }: Props) {
  const label = useTranslations("customer.fields");
  return (
    <TextField
      {...rest}
      {...state.form.register(name)}
      label={label(name)}
      error={state.errorOf(name)}
      locked={state.locked.has(name)}
    />
  );
}
