import { useEffect, useMemo, useRef } from "react";

/**
 * Debounces an action: it runs `delay` ms after the last call. If the page is left earlier, the action runs immediately
 * if `atEnd` is set, and is dropped otherwise.
 */
export function useDebounced<Value>(
  action: (value: Value) => void | Promise<void>,
  delay: number,
  { atEnd = false }: { readonly atEnd?: boolean } = {},
) {
  const latest = useRef(action);
  const pending = useRef<{ readonly value: Value; readonly timer: ReturnType<typeof setTimeout> } | null>(null);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(
    () => () => {
      if (!pending.current) return;
      clearTimeout(pending.current.timer);
      if (atEnd) void latest.current(pending.current.value);
    },
    [atEnd],
  );
  return useMemo(() => {
    const cancel = () => {
      if (pending.current) clearTimeout(pending.current.timer);
      pending.current = null;
    };
    return {
      call(value: Value) {
        cancel();
        const run = () => {
          pending.current = null;
          void latest.current(value);
        };
        pending.current = { value, timer: setTimeout(run, delay) };
      },
      cancel,
    };
  }, [delay]);
}
