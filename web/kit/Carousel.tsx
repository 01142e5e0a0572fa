import { useEffect, useRef, useState, type ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import styles from "./Carousel.module.css";

type Props = {
  readonly label: string;
  readonly previous: string;
  readonly next: string;
  readonly children: readonly ReactNode[];
};

/**
 * A row of items with scroll snapping. Its own width decides how many are visible (specification 2): 1 below 540 px, then 2,
 * 3 from 810 and 4 from 1080. The buttons appear only if not all items fit.
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
    <div className={styles.carousel}>
      <ul ref={list} className={styles.list} aria-label={label}>
        {children.map((child, index) => (
          <li key={index} className={styles.item}>
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
