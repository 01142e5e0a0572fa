import { type Handler } from "#server/api/call.ts";
import { fail, ok } from "#server/api/result.ts";
import type { Checkouts } from "#server/sale/checkout/access.ts";
import { isPriceAgreed, priceChanged, unknownCheckout } from "#server/sale/checkout/refusals.ts";
import { TRANSFER_TAKEN } from "#server/sale/customer/checks.ts";
import { NUMBER_TAKEN } from "#server/sale/customer/numbers.ts";
import { countOrder, type OrderLimits, orderOnWire } from "#server/sale/order/insert-order.ts";
import type { Orders } from "#server/sale/order/finalise.ts";
import type { Settlement } from "#server/sale/payment/settle.ts";

/**
 * POST /create-order: does not trust `billPayed`, but first settles an open payment with the provider (decisions 7).
 */
export function createOrder(services: {
  readonly checkouts: Checkouts;
  readonly settlement: Settlement;
  readonly orders: Orders;
  readonly limits: OrderLimits;
}): Handler<"createOrder"> {
  return async (call) => {
    const access = await services.checkouts.openForCustomer(call);
    if (!access.ok) return access;
    const { checkout } = access.value;
    if (checkout.order) return ok(orderOnWire(checkout.order));
    if (checkout.payments.some((payment) => payment.state === "open"))
      await services.settlement.settleOpen(checkout.id);
    // A paid checkout is never refused here: it is ordered or refunded. If the price has changed, the attempt does not
    // count.
    if (checkout.payments.length === 0 && isPriceAgreed(checkout, call.body.shown)) {
      const allowed = await countOrder(services.limits, checkout, call.ip);
      if (!allowed.ok) return allowed;
    }
    const made = await services.orders.make(checkout, {
      press: { seen: call.body.shown, review: call.body.review ?? undefined, locale: call.locale },
    });
    switch (made.kind) {
      case "ordered":
        return ok(orderOnWire(made.order));
      case "unknown":
        return unknownCheckout();
      case "notAllowed":
        return fail("stepRefused", { page: made.page });
      case "priceChanged":
        return priceChanged(made.checkout, call.body.shown, call.locale);
      case "reviewChanged":
        return fail("reviewChanged");
      case "documentTaken":
        return fail("refusedFields", { fields: { idNo: "refused.document" } });
      case "transferTaken":
        return TRANSFER_TAKEN;
      case "numberTaken":
        return NUMBER_TAKEN;
      case "noStock":
        return fail("noStock");
    }
  };
}
