import { useEffect, useRef } from "react";
import { takeErrors } from "#web/checkout/state/navigation.ts";

/**
 * Calls `show` once with the errors that this step was opened to correct, if any. They use the field names of the wire.
 */
export function useCorrections(show: (errors: Readonly<Record<string, string>>) => void): void {
  const latest = useRef(show);
  useEffect(() => {
    const errors = takeErrors();
    // After React's effects, so that `show` can make fields visible first.
    if (errors) queueMicrotask(() => latest.current(errors));
  }, []);
}
