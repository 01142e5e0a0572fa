import type { AddressFields } from "#core/form/customer-form.ts";
import { pickFields, DELIVERY_FIELDS } from "#core/form/form-fields.ts";
import { addressLines } from "#core/form/address-lines.ts";
import { addressWas } from "#core/order/record-notes.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import { hasEvents } from "./handover.ts";
import { loadOrder } from "./order.ts";
import { correctCustomer, recordAction, type By } from "./queries.ts";

export type AddressCorrected = { readonly kind: "corrected" | "noOrder" | "cancelled" | "handedOver" };

/**
 * A person corrects the address of an order that nothing was handed over of: afterwards the operator's systems have it. The record keeps the
 * address that it had.
 */
export function correctAddress(
  { db, now }: { readonly db: Database; readonly now: Clock },
  number: string,
  address: AddressFields,
  { actor, reason }: By,
): Promise<AddressCorrected> {
  return db.transaction().execute(async (tx) => {
    const order = await loadOrder(tx, { number }, { lock: true });
    if (!order) return { kind: "noOrder" };
    if (order.status === "cancelled") return { kind: "cancelled" };
    if (await hasEvents(tx, order.id)) return { kind: "handedOver" };
    // It is not the address of the register any more that the shopper may have chosen.
    const changes = { ...pickFields(address, DELIVERY_FIELDS), address_id: "" };
    await correctCustomer(tx, order.id, changes);
    const before = addressLines(order.customer).join(", ");
    await recordAction(tx, order.id, "addressCorrected", { actor, reason: addressWas(reason, before) }, now());
    return { kind: "corrected" };
  });
}
