import { useLocale, useTranslations } from "use-intl";
import type { CustomerForm } from "#core/form/fields.ts";
import { labelled } from "#core/text/labelled.ts";
import { DayField } from "#web/kit/DayField.tsx";
import { useFieldValue } from "./form.ts";
import type { CustomerFormState } from "./use-customer-form.ts";

type Props = {
  readonly state: CustomerFormState;
  readonly name: keyof CustomerForm & ("issueDate" | "validUntil" | "mnpDate");
  readonly min?: string;
  readonly max?: string;
  readonly hint?: string | undefined;
  /** Can stay empty, as its label says. */
  readonly optional?: boolean;
};

/** A date of the customer form, stored in the format of the wire. */
export function DateField({ state, name, min, max, hint, optional }: Props) {
  const tCustomer = useTranslations("customer");
  const label = tCustomer(`fields.${name}`);
  const t = useTranslations("customer.birthday");
  const locale = useLocale();
  const { form } = state;
  return (
    <DayField
      name={name}
      label={optional ? tCustomer("optional", { label }) : label}
      hint={hint}
      error={state.errorOf(name)}
      value={useFieldValue(form, name)}
      onChange={(day) => form.edit(name, day)}
      onBlur={() => form.leave(name)}
      onPick={(day) => form.set({ [name]: day }, "now")}
      placeholder={`${t("dayShort")}.${t("monthShort")}.${t("yearShort")}`}
      pickLabel={labelled(label, t("pick"), locale)}
      min={min}
      max={max}
    />
  );
}
