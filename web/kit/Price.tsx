import { unbroken } from "./unbroken.ts";
import styles from "./Price.module.css";
import hidden from "./visually-hidden.module.css";

type Props = {
  readonly amount: string;
  /** The price before a discount, struck through. */
  readonly old?: string | null;
  /** Explains the struck-through price to screen readers. */
  readonly oldLabel?: string;
  readonly note?: string;
  readonly align?: "start" | "end";
};

/** A large price with a note below. */
export function Price({ amount, old, oldLabel, note, align = "end" }: Props) {
  return (
    <div className={styles.price} data-align={align}>
      {old && (
        <s className={styles.old}>
          {oldLabel && <span className={hidden.visuallyHidden}>{oldLabel} </span>}
          {old}
        </s>
      )}
      <strong className={styles.amount}>{amount}</strong>
      {note && <span className={styles.note}>{unbroken(note)}</span>}
    </div>
  );
}
