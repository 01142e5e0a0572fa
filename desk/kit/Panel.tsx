import { useId, type ReactNode } from "react";
import { cx } from "#web/kit/cx.ts";
import styles from "./Panel.module.css";

type Props = {
  readonly title?: string;
  /** A sentence below the title. */
  readonly note?: ReactNode;
  /** Content at the end of the title line. */
  readonly more?: ReactNode;
  /** Without padding, for a table. */
  readonly bare?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

/** A white card on the page. If it has a title, it is a region named by it. */
export function Panel({ title, note, more, bare, className, children }: Props) {
  const id = useId();
  return (
    <section className={cx(styles.panel, !bare && styles.padded, className)} aria-labelledby={title && id}>
      {title && (
        <div className={styles.head}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {more && <div className={styles.more}>{more}</div>}
          {note && <p className={styles.note}>{note}</p>}
        </div>
      )}
      {children}
    </section>
  );
}
