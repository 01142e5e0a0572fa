import type { ReactNode } from "react";
import { Icon } from "#web/kit/Icon.tsx";
import styles from "./Section.module.css";

type Props = {
  readonly title: string;
  /** Can be collapsed, and is collapsed initially. */
  readonly folded?: boolean;
  readonly children: ReactNode;
};

/** A titled part of a panel. */
export function Section({ title, folded, children }: Props) {
  if (folded)
    return (
      <details className={styles.section}>
        <summary className={styles.title}>
          <h3>{title}</h3>
          <Icon name="chevron" size={16} />
        </summary>
        {children}
      </details>
    );
  return (
    <section className={styles.section}>
      <h3 className={styles.title}>{title}</h3>
      {children}
    </section>
  );
}
