import type { InputHTMLAttributes, ReactNode, Ref } from "react";
import choice from "./choice.module.css";
import { cx } from "./cx.ts";
import { Icon } from "./Icon.tsx";
import styles from "./ChoiceCard.module.css";

type Props = {
  readonly type: "radio" | "checkbox";
  readonly title: ReactNode;
  /** One sentence on what the choice means. */
  readonly text?: ReactNode;
  readonly price?: ReactNode;
  readonly danger?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
} & Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "title">;

/** A choice as a card: native control on the left, title and text, price on the right. */
export function ChoiceCard({ type, title, text, price, danger, className, ...input }: Props) {
  return (
    <label className={cx(choice.card, styles.card, danger && styles.danger, className)}>
      <input type={type} {...input} />
      <Icon name="check" size={14} />
      <span className={styles.words}>
        <span className={choice.title}>{title}</span>
        {text && <span className={cx(choice.text, styles.text)}>{text}</span>}
      </span>
      {price && <span className={styles.price}>{price}</span>}
    </label>
  );
}

/** Choices side by side where the width allows it. Radio buttons need a label for the group. */
export function ChoiceGrid({ label, children }: { readonly label?: string; readonly children: ReactNode }) {
  return (
    <div className={styles.grid} role={label && "radiogroup"} aria-label={label}>
      {children}
    </div>
  );
}
