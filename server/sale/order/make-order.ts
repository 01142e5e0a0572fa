import type { SeenTotals } from "#server/sale/checkout/refusals.ts";
import { finalise, type Finalised, type OrderNeeds } from "./finalise.ts";

/** Runs `finalise` in a new transaction. */
export function makeOrder(services: OrderNeeds, checkoutId: string, seen?: SeenTotals): Promise<Finalised> {
  return services.db.transaction().execute((tx) => finalise(tx, services, checkoutId, seen));
}
