import { useRef } from "react";
import { Icon } from "./Icon.tsx";
import styles from "./CalendarButton.module.css";

type Props = {
  readonly label: string;
  /** The date that the calendar opens at, as `YYYY-MM-DD`, or empty. */
  readonly value: string;
  readonly min?: string;
  readonly max?: string;
  readonly onPick: (day: string) => void;
};

/**
 * Opens the platform's calendar for a date that can also be typed. The native date field is hidden, because it uses the
 * browser's language.
 */
export function CalendarButton({ label, value, min, max, onPick }: Props) {
  const native = useRef<HTMLInputElement>(null);
  return (
    <span className={styles.picker}>
      <button type="button" className={styles.button} aria-label={label} onClick={() => native.current?.showPicker()}>
        <Icon name="calendar" />
      </button>
      <input
        ref={native}
        type="date"
        className={styles.native}
        tabIndex={-1}
        aria-hidden="true"
        min={min}
        max={max}
        value={value}
        onChange={(event) => onPick(event.currentTarget.value)}
      />
    </span>
  );
}
