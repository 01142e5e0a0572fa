import { useTranslations } from "use-intl";
import { isLatin } from "#core/text/plain-text.ts";
import { BoundField } from "#web/forms/BoundField.tsx";
import { useFieldValue } from "#web/forms/form.ts";
import type { CustomerFormState } from "#web/forms/use-customer-form.ts";

type Props = {
  readonly state: CustomerFormState;
  readonly name: "firstName" | "lastName";
  readonly autoComplete: "given-name" | "family-name";
};

/** A name. It can be typed in any script; a hint explains that documents contain it in Latin letters. */
export function NameField({ state, name, autoComplete }: Props) {
  const t = useTranslations("customer.person");
  const typed = useFieldValue(state.form, name);
  return (
    <BoundField
      state={state}
      name={name}
      autoComplete={autoComplete}
      autoCapitalize="words"
      {...(!isLatin(typed) && { hint: t("latin") })}
    />
  );
}
