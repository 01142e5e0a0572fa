import type { CheckoutRecord } from "#core/record/record.ts";
import { finalise, type Cause, type Finalised, type OrderNeeds } from "./finalise.ts";

/** Runs `finalise` in a new transaction, in this checkout's turn for its article. */
export function makeOrder(
  services: OrderNeeds,
  { id, record }: { readonly id: string; readonly record: Pick<CheckoutRecord, "mobile"> },
  cause: Cause,
): Promise<Finalised> {
  return services.articleQueue(record.mobile, () =>
    services.db.transaction().execute((tx) => finalise(tx, services, id, cause)),
  );
}
