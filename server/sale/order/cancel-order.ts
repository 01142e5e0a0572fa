import type { Handler } from "#server/api/call.ts";
import { fail, ok } from "#server/api/result.ts";
import { BY_CUSTOMER } from "#core/order/record-notes.ts";
import type { Checkouts } from "#server/sale/checkout/access.ts";
import type { OrderActions } from "./actions.ts";
import { orderOnWire } from "./insert-order.ts";

/**
 * POST /cancel-order: lets the owner cancel an order as long as the operator permits it. A repeated call changes
 * nothing.
 */
export function cancelOrder(services: {
  readonly checkouts: Checkouts;
  readonly orderActions: OrderActions;
}): Handler<"cancelOrder"> {
  return async (call) => {
    const access = await services.checkouts.openForOwner(call);
    if (!access.ok) return access;
    const { id, order } = access.value;
    const by = { actor: "customer", reason: BY_CUSTOMER };
    const outcome = await services.orderActions.carryOut("cancelOwn", { order: { checkoutId: id }, by });
    if (outcome.kind === "noOrder") return fail("notFound");
    if (outcome.kind === "unavailable" && outcome.reason === "tooLate") return fail("tooLateToCancel");
    return ok(orderOnWire({ ...order, status: "cancelled" }));
  };
}
