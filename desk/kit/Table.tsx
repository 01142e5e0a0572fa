import type { ReactNode } from "react";
import hidden from "#web/kit/visually-hidden.module.css";
import styles from "./Table.module.css";

/** A column. `align`: numbers stand at the end of their cell. */
export type Column = {
  readonly key: string;
  readonly label: string;
  readonly number?: boolean;
  /** Hidden on a phone, in the head and, by `data-wide`, in the rows: what the row leads to shows it too. */
  readonly wide?: boolean;
  readonly hideLabel?: boolean;
};

type Props = {
  /** Names the table for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column[];
  /** The rows, as `<tr>`. */
  readonly children: ReactNode;
  /** Shown instead of rows if there are none. */
  readonly empty?: ReactNode;
};

/** A table. It scrolls sideways where it is too wide, by keyboard too. */
export function Table({ caption, columns, children, empty }: Props) {
  return (
    // No region of its own: the panel around it often has the same name.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls has to be reached by keyboard (WCAG 2.1.1).
    <div className={styles.scroll} role="group" aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <caption className={hidden.visuallyHidden}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, label, number, wide, hideLabel }) => (
              <th key={key} scope="col" data-number={number || undefined} data-wide={wide || undefined}>
                {hideLabel ? <span className={hidden.visuallyHidden}>{label}</span> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
      {empty && <p className={styles.empty}>{empty}</p>}
    </div>
  );
}
