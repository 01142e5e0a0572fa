import type { ReactNode } from "react";
import styles from "./StepCard.module.css";

type Props = {
  readonly state: "now" | "next";
  readonly number: ReactNode;
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children?: ReactNode;
};

/**
 * A step of the column. The current step is raised, future ones are dashed and grey. On a phone none has its number,
 * and the current one no head.
 */
export function StepCard({ state, number, title, aside, children }: Props) {
  return (
    <section className={styles.card} data-state={state} aria-current={state === "now" ? "step" : undefined}>
      <header className={styles.head}>
        <span className={styles.number}>{number}</span>
        <h2 className={styles.title}>{title}</h2>
        {aside}
      </header>
      {children && <div className={styles.body}>{children}</div>}
    </section>
  );
}
