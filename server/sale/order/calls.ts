import { isOwner, openForCustomer } from "#server/sale/checkout/access.ts";
import type { AnswerOf } from "#contract/endpoints.ts";
import { nextSteps, type Ordered } from "#core/next-steps.ts";
import { linesOnWire } from "#server/sale/checkout/answer.ts";
import { unknownCheckout } from "#server/sale/checkout/refusals.ts";
import { loadForCaller } from "#server/sale/checkout/store.ts";
import type { Handler } from "#server/platform/http/call.ts";
import { fail, ok } from "#server/platform/http/result.ts";
import { settleOpenPayment } from "#server/sale/payment/settle.ts";
import type { Services } from "#server/services.ts";
import type { MadeOrder } from "./insert-order.ts";
import { makeOrder } from "./make-order.ts";

const onWire = (order: MadeOrder) => ({ orderNumber: order.number, status: order.status, billPayed: order.billPaid });

/** POST /create-order: `billPayed` is a claim; the provider is asked what became of a running payment (decisions 7). */
export function createOrder(services: Services): Handler<"createOrder"> {
  return async (call) => {
    const access = await openForCustomer(services, call);
    if (!access.ok) return access;
    const { checkout } = access.value;
    if (checkout.order) return ok(onWire(checkout.order));
    if (checkout.payments.some((payment) => payment.state === "open")) await settleOpenPayment(services, checkout.id);
    const made = await makeOrder(services, checkout.id);
    switch (made.kind) {
      case "ordered":
        return ok(onWire(made.order));
      case "unknown":
        return unknownCheckout();
      case "notAllowed":
        return fail({ kind: "page", page: made.page });
      case "priceChanged":
        return fail({
          kind: "conflict",
          body: { code: "PRICE_CHANGED", checkout: made.checkout },
          text: "order.priceChanged",
        });
      case "noStock":
        return fail({ kind: "conflict", body: { code: "NO_STOCK" }, text: "order.noStock" });
    }
  };
}

/**
 * GET /order: the order of this checkout, for the thank-you page. No personal data beyond the e-mail it was sent to; the
 * number that is transferred is told to the order's owner alone.
 */
export function showOrder(services: Services): Handler<"order"> {
  return async (call) => {
    const { locale } = call;
    const found = await loadForCaller(services.db, services.catalogues, call, services.now());
    if (!found) return unknownCheckout();
    const { checkout } = found;
    if (!checkout.order) return fail({ kind: "notFound", text: "error.notFound" });
    const order = await services.db
      .selectFrom("orders")
      .innerJoin("accounts", "accounts.id", "orders.account_id")
      .select(["orders.shown", "orders.created_at", "orders.customer", "accounts.email"])
      .where("orders.checkout_id", "=", checkout.id)
      .executeTakeFirstOrThrow();
    const { catalogue } = await services.catalogues.ofVersion(order.shown.catalogueVersion);
    const mobile = order.shown.quote.lines[0]?.kind === "mobileTariff";
    return ok({
      ...onWire(checkout.order),
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
  const next = nextSteps(ordered);
  return next.number && !toOwner ? { ...next, number: { ...next.number, msisdn: null } } : next;
}
