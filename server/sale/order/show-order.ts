import type { AnswerOf } from "#contract/endpoints.ts";
import { afterOrder, type Ordered } from "#core/after-order.ts";
import type { Handler } from "#server/platform/http/call.ts";
import { fail, ok } from "#server/platform/http/result.ts";
import { isOwner } from "#server/sale/checkout/access.ts";
import { linesOnWire } from "#server/sale/checkout/answer.ts";
import { unknownCheckout } from "#server/sale/checkout/refusals.ts";
import { loadForCaller, type CheckoutNeeds } from "#server/sale/checkout/store.ts";
import { orderOnWire } from "./insert-order.ts";

/**
 * GET /order: the order of this checkout, for the thank-you page. The only personal data is the e-mail address and, for the
 * owner of the order, the transferred number.
 */
export function showOrder(services: CheckoutNeeds): Handler<"order"> {
  return async (call) => {
    const { locale } = call;
    const found = await loadForCaller(services.db, services, call);
    if (!found) return unknownCheckout();
    const { checkout } = found;
    if (!checkout.order) return fail("notFound");
    const order = await services.db
      .selectFrom("orders")
      .innerJoin("accounts", "accounts.id", "orders.account_id")
      .select(["orders.shown", "orders.created_at", "orders.customer", "accounts.email"])
      .where("orders.checkout_id", "=", checkout.id)
      .executeTakeFirstOrThrow();
    const { catalogue } = await services.catalogues.ofVersion(order.shown.catalogueVersion);
    const mobile = order.shown.quote.lines[0]?.kind === "mobileTariff";
    return ok({
      ...orderOnWire(checkout.order),
      createdAt: order.created_at.toISOString(),
      email: order.email,
      ...linesOnWire(order.shown.quote, catalogue, locale),
      simType: mobile ? (order.customer.simType === "1" ? "esim" : "sim") : null,
      transfer: order.customer.mnp,
      next:
        checkout.order.status === "placed"
          ? nextOnWire({ at: order.created_at, ...order.shown.quote, customer: order.customer }, isOwner(found))
          : null,
    });
  };
}

function nextOnWire(ordered: Ordered, toOwner: boolean): AnswerOf<"order">["next"] {
  const next = afterOrder(ordered);
  return next.number && !toOwner ? { ...next, number: { ...next.number, msisdn: null } } : next;
}
