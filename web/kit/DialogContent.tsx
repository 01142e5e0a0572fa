import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import styles from "./Dialog.module.css";

type Props = {
  readonly title: string;
  readonly titleId: string;
  readonly textId: string;
  readonly tone: "info" | "warn";
  readonly actions?: ReactNode;
  /** The button in the corner. */
  readonly close?: ReactNode;
  readonly children: ReactNode;
};

/** The content of a dialog: sign, title, text, buttons. */
export function DialogContent({ title, titleId, textId, tone, actions, close, children }: Props) {
  return (
    <div className={styles.content}>
      {tone === "warn" && (
        <span className={styles.sign}>
          <Icon name="warn" size={24} />
        </span>
      )}
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      <div id={textId} className={styles.text}>
        {children}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
      {close}
    </div>
  );
}
