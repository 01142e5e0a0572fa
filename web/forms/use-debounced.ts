import { useEffect, useMemo, useRef } from "react";

/** Debounces an action: it runs `delay` ms after the last call. */
export function useDebounced<Value>(action: (value: Value) => void | Promise<void>, delay: number) {
  const latest = useRef(action);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return useMemo(
    () => ({
      call(value: Value) {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => void latest.current(value), delay);
      },
      cancel: () => clearTimeout(timer.current),
    }),
    [delay],
  );
}
