import { useEffect } from "react";
import { openedSection } from "#web/checkout/state/navigation.ts";
import { focusField } from "#web/kit/focus-field.ts";

/**
 * Scrolls to the group that the page was opened for. By then the frame has focused the heading, in the same commit or
 * an earlier one.
 */
export function useOpenedSection(): void {
  useEffect(() => {
    const section = openedSection();
    if (section === null) return undefined;
    const frame = requestAnimationFrame(() => focusField(section, "start"));
    return () => cancelAnimationFrame(frame);
  }, []);
}
