import type { ReactNode } from "react";
import styles from "./StateTag.module.css";

export type Tone = "plain" | "good" | "hold" | "bad" | "off";

/** Shows a state as a word in a colour. */
export function StateTag({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {children}
    </span>
  );
}
