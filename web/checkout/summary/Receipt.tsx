import { useTranslations } from "use-intl";
import type { CheckoutAnswer } from "#web/session/draft.ts";
import { rowsOf } from "./rows.ts";
import styles from "./Receipt.module.css";

/** The lines of an order. */
export function Receipt({ answer }: { readonly answer: Pick<CheckoutAnswer, "items" | "limit" | "chosenTv"> }) {
  const t = useTranslations();
  return (
    <ul className={styles.rows}>
      {rowsOf(answer, t).map((row) => (
        <li key={row.key} className={styles.row}>
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
