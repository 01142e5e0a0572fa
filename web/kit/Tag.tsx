import type { ReactNode } from "react";
import styles from "./Tag.module.css";

/** A short label, for a discount or a state. */
export function Tag({
  tone = "promotion",
  children,
}: {
  readonly tone?: "promotion" | "good" | "quiet";
  readonly children: ReactNode;
}) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {children}
    </span>
  );
}
