import { useEffect, useRef, useState, type RefObject } from "react";

/**
 * Returns whether an element's content is higher than the element, so that it scrolls. Then it must be a tab stop for
 * keyboard users.
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
