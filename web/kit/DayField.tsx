import { useState, type Ref } from "react";
import { parseDay } from "#core/time/dates.ts";
import { printDay, readTypedDay } from "#core/time/typed-day.ts";
import { CalendarButton } from "./CalendarButton.tsx";
import { cx } from "./cx.ts";
import { Field, type FieldWords } from "./Field.tsx";
import box from "./TextField.module.css";
import styles from "./DayField.module.css";

type Props = FieldWords & {
  /** `YYYY-MM-DD`, or the text as typed while it is not a date. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly onEnter?: () => void;
  /** Called instead of `onChange` when a day is picked in the calendar. */
  readonly onPick?: (day: string) => void;
  /** The date format in the page's language, such as `TT.MM.JJJJ`. */
  readonly placeholder: string;
  /** The label of the button that opens the calendar. */
  readonly pickLabel: string;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly ref?: Ref<HTMLInputElement>;
};

/**
 * A date to type in any common format, with the platform's calendar. A native date field would use the browser's
 * language instead of the page's.
 */
export function DayField({ name, label, hint, error, value, onChange, onBlur, onEnter, ...input }: Props) {
  const { onPick = onChange, placeholder, pickLabel, min, max, disabled, ref } = input;
  /** The text while the user is typing; otherwise null, which shows the formatted date. */
  const [typing, setTyping] = useState<string | null>(null);
  return (
    <Field name={name} label={label} hint={hint} error={error}>
      {(control) => (
        <span className={styles.row}>
          <span className={cx(box.box, styles.box, error && box.wrong)}>
            <input
              {...control}
              ref={ref}
              className={box.input}
              inputMode="numeric"
              autoComplete="off"
              maxLength={40}
              placeholder={placeholder}
              disabled={disabled}
              value={typing ?? printDay(value)}
              onChange={({ currentTarget }) => {
                setTyping(currentTarget.value);
                onChange(readTypedDay(currentTarget.value) ?? currentTarget.value.trim());
              }}
              onBlur={() => {
                setTyping(null);
                onBlur?.();
              }}
              onKeyDown={({ key }) => {
                if (key !== "Enter") return;
                setTyping(null);
                onEnter?.();
              }}
            />
          </span>
          {!disabled && (
            <CalendarButton
              label={pickLabel}
              value={parseDay(value) ? value : ""}
              {...(min && { min })}
              {...(max && { max })}
              onPick={(day) => {
                setTyping(null);
                onPick(day);
              }}
            />
          )}
        </span>
      )}
    </Field>
  );
}
