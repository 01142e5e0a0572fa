import { finalise, type Finalised, type OrderNeeds } from "./finalise.ts";

/** Runs `finalise` in a new transaction. */
export function makeOrder(services: OrderNeeds, checkoutId: string): Promise<Finalised> {
  return services.db.transaction().execute((tx) => finalise(tx, services, checkoutId));
}
