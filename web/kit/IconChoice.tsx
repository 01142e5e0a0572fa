import type { InputHTMLAttributes, ReactNode } from "react";
import choice from "./choice.module.css";
import { cx } from "./cx.ts";
import { Icon } from "./Icon.tsx";
import type { IconName } from "./icons.ts";
import styles from "./IconChoice.module.css";

type Props = {
  readonly icon: IconName;
  readonly title: ReactNode;
  /** One sentence on what the choice means. */
  readonly text?: ReactNode;
} & Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "title">;

/** A radio button as a card with an icon, for two equivalent choices that open different fields. */
export function IconChoice({ icon, title, text, ...input }: Props) {
  return (
    <label className={cx(choice.card, styles.card)}>
      <span className={styles.icon}>
        <Icon name={icon} />
      </span>
      <span className={styles.words}>
        <span className={choice.title}>{title}</span>
        {text && <span className={choice.text}>{text}</span>}
      </span>
      <input type="radio" {...input} />
      <Icon name="check" size={12} />
    </label>
  );
}

type ChoicesProps = {
  /** The group's label; omitted if a surrounding element names the group. */
  readonly label?: string;
  readonly beside?: boolean;
  readonly children: ReactNode;
};

/** Cards of equal size. In a narrow space they are stacked, unless `beside` keeps them side by side. */
export function IconChoices({ label, beside, children }: ChoicesProps) {
  return (
    <div className={styles.frame} data-beside={beside || undefined}>
      <div className={styles.cards} role={label && "radiogroup"} aria-label={label}>
        {children}
      </div>
    </div>
  );
}

/** The fields that belong to the chosen card. */
export function ChoicePanel({ children }: { readonly children: ReactNode }) {
  return <div className={styles.panel}>{children}</div>;
}
