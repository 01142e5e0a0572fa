import { useState } from "react";
import { useController } from "react-hook-form";
import { useLocale, useTranslations } from "use-intl";
import type { CustomerForm } from "#core/customer-form.ts";
import { parseDay } from "#core/dates.ts";
import { labelled } from "#core/labelled.ts";
import { printDay, readTypedDay } from "#core/typed-day.ts";
import { CalendarButton } from "#web/kit/CalendarButton.tsx";
import { cx } from "#web/kit/cx.ts";
import { Field } from "#web/kit/Field.tsx";
import type { CustomerFormState } from "./use-customer-form.ts";
import box from "#web/kit/TextField.module.css";
import styles from "./DateField.module.css";

type Props = {
  readonly state: CustomerFormState;
  readonly name: keyof CustomerForm & ("issueDate" | "validUntil" | "mnpDate");
  readonly min?: string;
  readonly max?: string;
  readonly hint?: string | undefined;
  /** May stay empty, which its label says. */
  readonly optional?: boolean;
};

/**
 * A date to type in any common format, with the platform's calendar. The form holds the date as on the wire, or the text as
 * typed while it is not a date. A native date field would use the browser's language instead of the page's.
 */
export function DateField({ state, name, min, max, hint, optional }: Props) {
  const tCustomer = useTranslations("customer");
  const label = tCustomer(`fields.${name}`);
  const t = useTranslations("customer.birthday");
  const locale = useLocale();
  const { field } = useController({ control: state.form.control, name });
  /** The text while typing; null shows the formatted date. */
  const [typing, setTyping] = useState<string | null>(null);
  const error = state.errorOf(name);
  const placeholder = `${t("dayShort")}.${t("monthShort")}.${t("yearShort")}`;
  return (
    <Field name={name} label={optional ? tCustomer("optional", { label }) : label} hint={hint} error={error}>
      {(control) => (
        <span className={styles.row}>
          <span className={cx(box.box, styles.box, error && box.wrong)}>
            <input
              {...control}
              ref={field.ref}
              className={box.input}
              inputMode="numeric"
              autoComplete="off"
              maxLength={40}
              placeholder={placeholder}
              value={typing ?? printDay(field.value)}
              onChange={({ currentTarget: { value } }) => {
                setTyping(value);
                field.onChange(readTypedDay(value) ?? value.trim());
              }}
              onBlur={() => {
                setTyping(null);
                field.onBlur();
              }}
            />
          </span>
          <CalendarButton
            label={labelled(label, t("pick"), locale)}
            value={parseDay(field.value) ? field.value : ""}
            {...(min && { min })}
            {...(max && { max })}
            onPick={(day) => {
              setTyping(null);
              field.onChange(day);
              void state.form.trigger(name);
            }}
          />
        </span>
      )}
    </Field>
  );
}
