import { readStoredRecord } from "#server/sale/checkout/stored.ts";
import type { CheckoutRecord } from "#core/record.ts";
import type { Handle } from "#server/platform/database/database.ts";
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

/** The article that a checkout's order takes from stock; null without one. */
export async function articleOf(db: Handle, checkoutId: string): Promise<string | null> {
  const row = await db.selectFrom("checkouts").select("record").where("id", "=", checkoutId).executeTakeFirst();
  return row ? (readStoredRecord(row.record).mobile ?? null) : null;
}
