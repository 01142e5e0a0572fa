import { useTranslations } from "use-intl";
import type { CheckoutAnswer } from "#web/session/draft.ts";
import { rowsOf } from "./rows.ts";
import { Thumbnail } from "./Thumbnail.tsx";
import styles from "./Receipt.module.css";

type Props = {
  readonly answer: Pick<CheckoutAnswer, "items" | "limit" | "chosenTv">;
  /** The amount due at the checkout comes on the bill instead. */
  readonly onBill: boolean;
};

/** The lines of an order. */
export function Receipt({ answer, onBill }: Props) {
  const t = useTranslations();
  return (
    <ul className={styles.rows}>
      {rowsOf(answer, t, onBill).map((row) => (
        <li key={row.key} className={styles.row}>
          {row.picture && <Thumbnail product={row.picture} />}
          <span className={styles.name}>
            {row.name}
            {row.notes.map((note) => (
              <small key={note} className={styles.note}>
                {note}
              </small>
            ))}
          </span>
          {row.price && <b className={styles.price}>{row.price}</b>}
        </li>
      ))}
    </ul>
  );
}
