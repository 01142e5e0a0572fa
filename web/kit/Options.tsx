import { useEffect, useRef, useState, type ReactNode } from "react";
import { cx } from "./cx.ts";
import { TextButton } from "./Button.tsx";
import styles from "./Options.module.css";

type Props = {
  readonly label: string;
  /** Shows the rest, such as "Show all seven". */
  readonly showAll: string;
  readonly children: readonly ReactNode[];
};

/** So many are shown at once; of more, the rest on demand (ADR 13). */
const FEW = 4;

/**
 * Options in a grid. Of more than four, the first four and the chosen one are shown until the shopper asks for all; on a phone they are a
 * row to swipe, in which the neighbours peek in.
 */
export function Options({ label, showAll, children }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [all, setAll] = useState(false);
  const some = children.length > FEW && !all;

  // Scrolls to the chosen item on mount.
  useEffect(() => {
    const element = list.current;
    const item = element?.querySelector(":checked")?.closest("li");
    if (!element || !item) return;
    const middle = (element.clientWidth - item.offsetWidth) / 2;
    element.scrollTo({ left: item.offsetLeft - element.offsetLeft - middle, behavior: "instant" });
  }, []);

  const show = () => {
    setAll(true);
    // The button is gone: the first of the options that it has shown takes the focus.
    list.current?.querySelectorAll("input")[FEW]?.focus({ preventScroll: true });
  };
  return (
    <div>
      <ul ref={list} className={cx(styles.list, some && styles.some)} aria-label={label}>
        {children.map((child, index) => (
          <li key={index} className={styles.item}>
            {child}
          </li>
        ))}
      </ul>
      {some && <TextButton onClick={show}>{showAll}</TextButton>}
    </div>
  );
}
