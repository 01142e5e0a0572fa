import { useRef } from "react";

/**
 * Returns a press handler that ignores further presses while its promise is pending, so that a double click sends only
 * once. `isSecond`: whether a press is the second click of a double click. Such a press is also ignored if the first
 * click has sent something.
 */
export function useOnce<Press>(
  handler: ((press: Press) => unknown) | undefined,
  isSecond: (press: Press) => boolean = () => false,
): (press: Press) => Promise<void> {
  const isPending = useRef(false);
  const sends = useRef(false);
  return async (press) => {
    if (isPending.current || (sends.current && isSecond(press))) return;
    const result = handler?.(press);
    sends.current = result instanceof Promise;
    if (!sends.current) return;
    isPending.current = true;
    try {
      await result;
    } finally {
      isPending.current = false;
    }
  };
}
