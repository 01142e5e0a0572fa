import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import styles from "./StepCard.module.css";
import hidden from "./visually-hidden.module.css";

type Props = {
  readonly id?: string;
  readonly state: "done" | "now" | "next";
  readonly number: ReactNode;
  readonly title: string;
  /** Said before the title of a done step, for those who do not see the tick. */
  readonly doneLabel?: string;
  readonly aside?: ReactNode;
  readonly children?: ReactNode;
};

/** One step of a column: done with a tick and a summary, current and raised, or still to come, dashed and grey. */
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
