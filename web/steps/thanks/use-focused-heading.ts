import { useEffect, useRef, type RefObject } from "react";

/**
 * For the heading of a page that is drawn once its answer is here: it takes the focus as it appears, so that a screen
 * reader says how the order ended. Who has gone elsewhere in the meantime is left there.
 */
export function useToldHeading(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement?.contains(heading.current)) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
