import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import styles from "./Alert.module.css";

type Props = {
  readonly tone: "info" | "good" | "warn" | "danger";
  readonly title?: string;
  readonly actions?: ReactNode;
  /** Without a live role, because an existing live region announces the message. */
  readonly quiet?: boolean;
  readonly children: ReactNode;
};

const SIGN = { info: "info", good: "check", warn: "warn", danger: "warn" } as const;

/** A message in the page. Screen readers announce it: warnings and errors at once, others when they are idle. */
export function Alert({ tone, title, actions, quiet, children }: Props) {
  const role = tone === "danger" || tone === "warn" ? "alert" : "status";
  return (
    <div className={styles.alert} data-tone={tone} role={quiet ? undefined : role}>
      <Icon name={SIGN[tone]} size={22} className={styles.sign} />
      <div>
        {title && <p className={styles.title}>{title}</p>}
        <div>{children}</div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}
