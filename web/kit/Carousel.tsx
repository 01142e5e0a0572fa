import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./Icon.tsx";
import styles from "./Carousel.module.css";

type Props = {
  readonly label: string;
  readonly previous: string;
  readonly next: string;
  readonly children: readonly ReactNode[];
};

/** Items visible at once on a wide screen, in two rows of two (ADR 13). */
const MANY = 4;

/**
 * Items with scroll snapping. The width of the screen decides how many are visible (specification 2): 1 below 540 px, then 2,
 * 3 from 810, and from 1080 px 4 in two rows. The buttons appear only if not all items fit.
 */
export function Carousel({ label, previous, next, children }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [ends, setEnds] = useState({ start: true, end: true });

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const updateEnds = () => {
      const left = element.scrollLeft;
      const rest = element.scrollWidth - element.clientWidth - left;
      setEnds((old) => (old.start === left < 2 && old.end === rest < 2 ? old : { start: left < 2, end: rest < 2 }));
    };
    const observer = new ResizeObserver(updateEnds);
    observer.observe(element);
    element.addEventListener("scroll", updateEnds, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", updateEnds);
    };
  }, [children.length]);

  // Scrolls to the chosen item on mount.
  useEffect(() => {
    const element = list.current;
    const item = element?.querySelector(":checked")?.closest("li");
    if (element && item) element.scrollTo({ left: item.offsetLeft - element.offsetLeft, behavior: "instant" });
  }, []);

  const move = (pages: number) => list.current?.scrollBy({ left: pages * list.current.clientWidth });
  return (
    <div>
      <ul
        ref={list}
        className={cx(styles.list, children.length >= MANY && styles.many)}
        style={{ "--count": children.length } as CSSProperties}
        aria-label={label}
      >
        {children.map((child, index) => (
          <li key={index} className={styles.item} style={placeOf(index)}>
            {child}
          </li>
        ))}
      </ul>
      {!(ends.start && ends.end) && (
        <div className={styles.buttons}>
          <button
            type="button"
            className={styles.button}
            aria-label={previous}
            aria-disabled={ends.start || undefined}
            onClick={() => move(-1)}
          >
            <Icon name="left" />
          </button>
          <button
            type="button"
            className={styles.button}
            aria-label={next}
            aria-disabled={ends.end || undefined}
            onClick={() => move(1)}
          >
            <Icon name="right" />
          </button>
        </div>
      )}
    </div>
  );
}

/** The place of an item among pages of two by two, in the order of reading. */
function placeOf(index: number): CSSProperties {
  const column = 2 * Math.floor(index / MANY) + (index % 2) + 1;
  const row = Math.floor((index % MANY) / 2) + 1;
  return { "--column": column, "--row": row } as CSSProperties;
}
