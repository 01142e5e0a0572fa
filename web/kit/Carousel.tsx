import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from "react";
import { Button } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import styles from "./Carousel.module.css";

type Props = {
  readonly label: string;
  /** The labels of the arrows. */
  readonly previous: string;
  readonly next: string;
  readonly children: readonly ReactNode[];
};

const itemOf = ({ target }: Event) => (target as Element).closest("li");

/**
 * Scrolls the whole focused option into view. The browser itself scrolls only to the option's small control, which may
 * already be in view while the rest is not.
 */
function showFocused(event: FocusEvent): void {
  itemOf(event)?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/**
 * Makes arrow keys move between checkboxes, as they do between radio buttons. Otherwise arrow keys would scroll the
 * focused option out of view.
 */
function moveFocus(event: KeyboardEvent): void {
  const side = { ArrowLeft: "previousElementSibling", ArrowRight: "nextElementSibling" } as const;
  const next = side[event.key as keyof typeof side];
  const item = itemOf(event);
  if (!next || !item?.querySelector("[type=checkbox]")) return;
  event.preventDefault();
  item[next]?.querySelector("input")?.focus();
}

/**
 * Options in a row, as many as fit the window (specification 2, Step 1). If some do not fit, the edge of the next one
 * is visible, and arrow buttons, arrow keys and swiping lead to it.
 */
export function Carousel({ label, previous, next, children }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [{ atStart, atEnd }, setEdges] = useState({ atStart: true, atEnd: true });

  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const update = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element;
      setEdges({ atStart: scrollLeft < 2, atEnd: scrollLeft + clientWidth > scrollWidth - 2 });
    };
    // Scrolls to the focused or else the chosen item at first and whenever the width changes.
    const observer = new ResizeObserver(() => {
      const item = (element.querySelector(":focus") ?? element.querySelector(":checked"))?.closest("li");
      const end = item ? item.offsetLeft - element.offsetLeft + item.offsetWidth : 0;
      element.scrollTo({ left: end - element.clientWidth, behavior: "instant" });
      update();
    });
    observer.observe(element);
    // These listeners are removed together with the element.
    element.addEventListener("scroll", update);
    element.addEventListener("focusin", showFocused);
    element.addEventListener("keydown", moveFocus);
    return () => observer.disconnect();
  }, []);

  // The arrow stays focusable at its limit, so that the focus is not lost.
  const arrow = (name: string, icon: "left" | "right", atLimit: boolean) => (
    <Button
      variant="ghost"
      compact
      aria-label={name}
      aria-disabled={atLimit || undefined}
      onClick={() => list.current?.scrollBy({ left: list.current.clientWidth * (icon === "left" ? -0.8 : 0.8) })}
    >
      <Icon name={icon} size={18} />
    </Button>
  );
  const style = { "--count": children.length } as CSSProperties;
  return (
    <div>
      <ul ref={list} className={styles.list} aria-label={label} style={style}>
        {children.map((child, index) => (
          <li key={index} className={styles.item}>
            {child}
          </li>
        ))}
      </ul>
      {!(atStart && atEnd) && (
        <div className={styles.arrows}>
          {arrow(previous, "left", atStart)}
          {arrow(next, "right", atEnd)}
        </div>
      )}
    </div>
  );
}
