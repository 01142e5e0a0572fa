import { totalsOf } from "#core/money/money.ts";
import type { CheckoutStore } from "./store.tsx";

/** The totals that this page shows; the server refuses an order or a payment at any other price. */
export function shownTotals(store: Pick<CheckoutStore, "read">) {
  const { answer } = store.read();
  return answer && totalsOf(answer);
}
