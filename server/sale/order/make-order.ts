import { finalise, type Finalised, type OrderNeeds } from "./finalise.ts";

/** `finalise` in a transaction of its own. */
export function makeOrder(services: OrderNeeds, checkoutId: string): Promise<Finalised> {
  return services.db.transaction().execute((tx) => finalise(tx, services, checkoutId));
}
