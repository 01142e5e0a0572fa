import type { Services } from "#server/services.ts";
import { finalise, type Finalised } from "./finalise.ts";

/** `finalise` in a transaction of its own. */
export function makeOrder(services: Services, checkoutId: string): Promise<Finalised> {
  return services.db.transaction().execute((tx) => finalise(tx, services, checkoutId));
}
