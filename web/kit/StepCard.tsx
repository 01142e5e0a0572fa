import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import styles from "./StepCard.module.css";
import hidden from "./visually-hidden.module.css";

type Props = {
  readonly id?: string;
  readonly state: "done" | "now" | "next";
  readonly number: ReactNode;
  readonly title: string;
  /** Added to the title of a done step for screen readers. */
  readonly doneLabel?: string;
  readonly aside?: ReactNode;
  readonly children?: ReactNode;
};

/** One step of the column: done with a tick, current and raised, or next, dashed and grey. */
export function StepCard({ id, state, number, title, doneLabel, aside, children }: Props) {
  return (
    <section id={id} className={styles.card} data-state={state} aria-current={state === "now" ? "step" : undefined}>
      <header className={styles.head}>
        <span className={styles.number} aria-hidden={state === "done"}>
          {state === "done" ? <Icon name="check" size={16} /> : number}
        </span>
        <h2 className={styles.title}>
          {title}
          {state === "done" && doneLabel && <span className={hidden.visuallyHidden}> ({doneLabel})</span>}
        </h2>
        {aside}
      </header>
      {children && <div className={styles.body}>{children}</div>}
    </section>
  );
}
