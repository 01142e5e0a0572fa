import { finalise, type Cause, type Finalised, type OrderNeeds } from "./finalise.ts";

/** Runs `finalise` in a new transaction. */
export function makeOrder(services: OrderNeeds, checkoutId: string, cause: Cause): Promise<Finalised> {
  return services.db.transaction().execute((tx) => finalise(tx, services, checkoutId, cause));
}
