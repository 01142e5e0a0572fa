import { useEffect, useRef, type RefObject } from "react";

/**
 * Returns a ref for a heading that is rendered after its data has loaded. The heading takes the focus when it is
 * mounted, so that a screen reader reads the outcome, unless the shopper has moved the focus elsewhere.
 */
export function useFocusedHeading(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement?.contains(heading.current)) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
