import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import styles from "./Alert.module.css";

type Props = {
  readonly tone: "info" | "good" | "warn" | "danger";
  readonly title?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

const SIGN = { info: "info", good: "check", warn: "warn", danger: "warn" } as const;

/** A message in the page; warnings and errors are read out as they appear. */
export function Alert({ tone, title, actions, children }: Props) {
  return (
    <div className={styles.alert} data-tone={tone} role={tone === "danger" || tone === "warn" ? "alert" : "status"}>
      <Icon name={SIGN[tone]} size={22} className={styles.sign} />
      <div>
        {title && <p className={styles.title}>{title}</p>}
        <div>{children}</div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}
