import { useState, type CSSProperties } from "react";
import { useTranslations } from "use-intl";
import type { FormErrors } from "#core/form/mistakes.ts";
import type { CustomerForm } from "#core/form/fields.ts";
import { dayOf, formatDay, isOfAge, latestBirthday, parseDay, type Day } from "#core/time/dates.ts";
import { readDay, tidyBirthday } from "#core/time/typed-day.ts";
import { cx } from "#web/kit/cx.ts";
import { announce } from "#web/kit/Announcer.tsx";
import { CalendarButton } from "#web/kit/CalendarButton.tsx";
import { FieldError } from "#web/kit/Field.tsx";
import { useFormState } from "./form.ts";
import { today } from "./today.ts";
import type { CustomerFormState } from "./use-customer-form.ts";
import box from "#web/kit/TextField.module.css";
import styles from "./BirthdayField.module.css";

const PARTS = [
  { name: "day", autoComplete: "bday-day", length: 2 },
  { name: "month", autoComplete: "bday-month", length: 2 },
  { name: "year", autoComplete: "bday-year", length: 4 },
] as const;
type PartName = (typeof PARTS)[number]["name"];
const NAMES = ["day", "month", "year"] as const satisfies readonly PartName[];
/** Maximum number of characters in a part: enough for a date in words, and few enough to stay visible. */
const MAX_PART_LENGTH = 30;

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
  const typed = useFormState(form).values;
  const fixed = locked.has("day");
  /** Each part has its own message; one about the whole date is shown once. */
  const messages = [...new Set(NAMES.map(state.errorOf).filter((text) => text !== undefined && text !== ""))];
  const message = messages.length > 0;

  const hintId = "birthday-hint";
  /** Distributes a whole date typed into one field over all three. */
  const spread = (text: string): boolean => {
    const whole = readDay(text, { latest: today() });
    if (whole) set(whole);
    return whole !== null;
  };
  const set = (day: Day | null) =>
    form.set(
      day
        ? { day: String(day.day), month: String(day.month), year: String(day.year) }
        : { day: "", month: "", year: "" },
    );
  /** Clears a birthday under the minimum age and shows the reason at the year (specification 5). */
  const refuseTooYoung = () => {
    const birthday = birthdayOf(form.values());
    if (!birthday || isOfAge(birthday, today())) return;
    set(null);
    onTooYoung();
    announce(() => tFields("birthday.limit"));
    form.check("year");
  };

  /**
   * Checks the date once the focus has left all three parts, because the invalid part may be another than the one just
   * left.
   */
  const onPartBlur = (name: PartName, to: EventTarget | null) => {
    spread(form.values()[name]);
    if (to instanceof HTMLInputElement && NAMES.some((part) => part === to.id)) return;
    refuseTooYoung();
    if (NAMES.every((part) => form.values()[part].trim() !== "")) form.check(...NAMES);
  };
  /** An error concerns the whole date, so a change in any part can fix it. */
  const onPartChange = () => {
    if (message) form.check(...NAMES);
  };

  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label("birthday")}</legend>
      {!fixed && (
        <p id={hintId} className={styles.hint}>
          {t("hint")}
        </p>
      )}
      <div className={styles.parts}>
        {PARTS.map(({ name, autoComplete, length }) => (
          <span
            key={name}
            className={cx(box.box, styles.part, state.errorOf(name) && box.wrong, fixed && box.locked)}
            style={widened(typed[name], length)}
          >
            <input
              name={name}
              value={typed[name]}
              onChange={({ currentTarget }) => {
                form.edit(name, currentTarget.value);
                onPartChange();
              }}
              onBlur={({ relatedTarget }) => {
                onPartBlur(name, relatedTarget);
                form.leave(name);
              }}
              onPaste={(event) => {
                if (fixed || !spread(event.clipboardData.getData("text"))) return;
                event.preventDefault();
                if (form.isSubmitted()) form.check(...NAMES);
              }}
              id={name}
              className={box.input}
              style={{ width: `${length + 1.5}ch` }}
              aria-label={label(name)}
              aria-invalid={state.errorOf(name) ? true : undefined}
              aria-describedby={[message && "birthday-error", !fixed && hintId].filter(Boolean).join(" ") || undefined}
              maxLength={MAX_PART_LENGTH}
              placeholder={t(`${name}Short`)}
              inputMode="numeric"
              autoComplete={autoComplete}
              readOnly={fixed}
            />
          </span>
        ))}
        {!fixed && (
          <CalendarButton
            label={t("pick")}
            max={formatDay(limit)}
            value={formatDay(birthdayOf(typed) ?? limit)}
            onPick={(day) => {
              set(parseDay(day));
              refuseTooYoung();
              form.check(...NAMES);
            }}
          />
        )}
      </div>
      {message && (
        <div id="birthday-error">
          {messages.map((text) => (
            <FieldError key={text}>{text}</FieldError>
          ))}
        </div>
      )}
    </fieldset>
  );
}

/** Returns a style that widens a part with more text than a number, so that all of it is visible. */
function widened(text: string, length: number): CSSProperties | undefined {
  return text.length > length ? { flexBasis: `${text.length + 5}ch` } : undefined;
}

function birthdayOf(form: Pick<CustomerForm, "day" | "month" | "year">): Day | null {
  const { day, month, year } = tidyBirthday(form, today());
  return dayOf(year, month, day);
}

/** While the date is empty because it was cleared, keeps the error "too young" at the year instead of "missing". */
export function keepTooYoung(errors: FormErrors, form: CustomerForm, tooYoung: boolean): FormErrors {
  const empty = form.day === "" && form.month === "" && form.year === "";
  if (!tooYoung || !empty) return errors;
  const { day: _, month: __, ...rest } = errors;
  return { ...rest, year: "birthday.limit" };
}
