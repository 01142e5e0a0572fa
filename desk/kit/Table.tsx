import type { ReactNode } from "react";
import hidden from "#web/kit/visually-hidden.module.css";
import styles from "./Table.module.css";

/** A column. `number`: its cells are aligned at the end. */
export type Column = {
  readonly key: string;
  readonly label: string;
  readonly number?: boolean;
  /**
   * Hidden on a phone, where the row's details show the value. The head hides it by itself; cells in rows need
   * `data-wide`.
   */
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

/** A table. If it is too wide, it scrolls sideways, also by keyboard. */
export function Table({ caption, columns, children, empty }: Props) {
  return (
    // A group instead of a region, because the panel around it often is a region with the same name.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Scrolling needs the keyboard (WCAG 2.1.1).
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
