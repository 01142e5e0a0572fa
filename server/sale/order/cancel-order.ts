import type { Config } from "#server/config/config.ts";
import { type Handler } from "#server/calls/call.ts";
import { fail, ok } from "#server/calls/result.ts";
import { openForOwner } from "#server/sale/checkout/access.ts";
import type { CheckoutNeeds } from "#server/sale/checkout/store.ts";
import { cancelByCustomer } from "./cancel.ts";
import { orderOnWire } from "./insert-order.ts";

type Needs = CheckoutNeeds & { readonly config: Pick<Config, "customerCancelHours" | "numberQuarantineDays"> };

/** POST /cancel-order: the owner of an order cancels it, as long as the operator allows it. */
export function cancelOrder(services: Needs): Handler<"cancelOrder"> {
  return async (call) => {
    const access = await openForOwner(services, call);
    if (!access.ok) return access;
    const { id, order } = access.value;
    const { kind } = await cancelByCustomer(services, id);
    if (kind === "noOrder") return fail("notFound");
    return kind === "tooLate" ? fail("tooLateToCancel") : ok(orderOnWire({ ...order, status: "cancelled" }));
  };
}
