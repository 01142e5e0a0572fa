import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import type { CustomerForm, FormErrors } from "#core/customer-form.ts";
import { dayOf, formatDay, isOfAge, latestBirthday, parseDay, type Day } from "#core/dates.ts";
import { cx } from "#web/kit/cx.ts";
import { announce } from "#web/kit/Announcer.tsx";
import { CalendarButton } from "#web/kit/CalendarButton.tsx";
import { FieldError } from "#web/kit/Field.tsx";
import { today } from "./today.ts";
import type { CustomerFormState } from "./use-customer-form.ts";
import box from "#web/kit/TextField.module.css";
import styles from "./BirthdayField.module.css";

const PARTS = [
  { name: "day", autoComplete: "bday-day", length: 2 },
  { name: "month", autoComplete: "bday-month", length: 2 },
  { name: "year", autoComplete: "bday-year", length: 4 },
] as const;

/** The birthday as three text fields, with the platform's calendar up to 18 years ago. */
export function BirthdayField({
  state,
  onTooYoung,
}: {
  readonly state: CustomerFormState;
  readonly onTooYoung: () => void;
}) {
  const label = useTranslations("customer.fields");
  const t = useTranslations("customer.birthday");
  const tFields = useTranslations("fields");
  const { form, locked } = state;
  const [limit] = useState(() => latestBirthday(today()));
  const [day, month, year] = useWatch({ control: form.control, name: ["day", "month", "year"] });
  const fixed = locked.has("day");
  const message = PARTS.map(({ name }) => state.errorOf(name)).find(Boolean);

  const set = (day: Day | null) => {
    form.setValue("day", day ? String(day.day) : "", { shouldDirty: true });
    form.setValue("month", day ? String(day.month) : "");
    form.setValue("year", day ? String(day.year) : "");
  };
  /** Clears a birthday that is too late and shows the reason at the year (specification 5). */
  const refuseTooYoung = () => {
    const birthday = birthdayOf(form.getValues());
    if (!birthday || isOfAge(birthday, today())) return;
    set(null);
    onTooYoung();
    announce(() => tFields("birthday.limit"));
    void form.trigger("year");
  };

  /** Checks the date once the focus leaves all three parts. */
  const onPartBlur = (to: EventTarget | null) => {
    if (!(to instanceof HTMLInputElement && PARTS.some(({ name }) => name === to.id))) refuseTooYoung();
  };

  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label("birthday")}</legend>
      <div className={styles.parts}>
        {PARTS.map(({ name, autoComplete, length }) => (
          <span key={name} className={cx(box.box, styles.part, state.errorOf(name) && box.wrong, fixed && box.locked)}>
            <input
              {...form.register(name, { onBlur: (event: FocusEvent) => onPartBlur(event.relatedTarget) })}
              id={name}
              className={box.input}
              style={{ width: `${length + 1.5}ch` }}
              aria-label={label(name)}
              aria-invalid={state.errorOf(name) ? true : undefined}
              aria-describedby={message ? "birthday-error" : undefined}
              placeholder={t(`${name}Short`)}
              inputMode="numeric"
              maxLength={length}
              autoComplete={autoComplete}
              readOnly={fixed}
            />
          </span>
        ))}
        {!fixed && (
          <CalendarButton
            label={t("pick")}
            max={formatDay(limit)}
            value={formatDay(dayOf(year, month, day) ?? limit)}
            onPick={(day) => {
              set(parseDay(day));
              refuseTooYoung();
              void form.trigger(["day", "month", "year"]);
            }}
          />
        )}
      </div>
      {message && <FieldError id="birthday-error">{message}</FieldError>}
    </fieldset>
  );
}

function birthdayOf(form: Pick<CustomerForm, "day" | "month" | "year">): Day | null {
  return dayOf(form.year, form.month, form.day);
}

/** While the cleared date is empty, keeps the error "too young" at the year instead of "missing". */
export function keepTooYoung(errors: FormErrors, form: CustomerForm, tooYoung: boolean): FormErrors {
  const empty = form.day === "" && form.month === "" && form.year === "";
  if (!tooYoung || !empty) return errors;
  const { day: _, month: __, ...rest } = errors;
  return { ...rest, year: "birthday.limit" };
}
