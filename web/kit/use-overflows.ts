import { useEffect, useRef, useState, type RefObject } from "react";

/**
 * Returns whether the content of an element is higher than the element, so that it scrolls. Keyboard users then need it
 * as a tab stop.
 */
export function useOverflows<Element extends HTMLElement>(): readonly [RefObject<Element | null>, boolean] {
  const ref = useRef<Element>(null);
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setOverflows(element.scrollHeight > element.clientHeight));
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  });
  return [ref, overflows];
}
