import { historyState } from "#web/checkout/state/navigation.ts";

/** Marks this page as the one where the payment form opens by itself: its payment has begun with a press on the page before. */
export function markBegunPayment(): void {
  history.replaceState({ ...historyState(), begun: true }, "");
}

/** Whether the payment form opens by itself. */
export function isBegunPayment(): boolean {
  return historyState()["begun"] === true;
}

/** After it has opened: a reload or the way back shows the page. */
export function forgetBegunPayment(): void {
  const { begun, ...rest } = historyState();
  if (begun) history.replaceState(rest, "");
}
