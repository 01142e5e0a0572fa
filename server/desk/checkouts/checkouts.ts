import type { FoundPayment } from "#contract/desk/order-answers.ts";
import { toChf } from "#core/money/money.ts";
import { findAnything, type Found } from "#server/operator/support/find.ts";
import { reportCheckout } from "#server/operator/support/checkout-report.ts";
import { ok, fail } from "#server/api/result.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import { checkoutEvents } from "#server/desk/orders/history.ts";
import { productNames } from "#server/desk/refusals.ts";
import type { DeskServices } from "#server/desk/services.ts";

/** GET /checkouts: finds checkouts and payments without an order, to help callers who have no order number. */
export function checkouts({ db, catalogues }: Pick<DeskServices, "db" | "catalogues">): DeskHandler<"checkouts"> {
  return async ({ query: { text } }) => {
    const [found, nameOf] = [await findAnything(db, text), await productNames({ catalogues })];
    return ok({
      orders: found.orders.map(({ number }) => number),
      checkouts: found.checkouts.map(({ id, email, product, stage, changedAt }) => ({
        id,
        email,
        product: nameOf(product),
        stage,
        changedAt: changedAt.toISOString(),
      })),
      payments: found.payments.filter(({ order }) => order === null).map(paymentOnWire),
    });
  };
}

/** GET /checkouts/{id}: returns one of these checkouts, with every refusal. */
export function checkout({ db, catalogues }: Pick<DeskServices, "db" | "catalogues">): DeskHandler<"checkout"> {
  return async ({ params: { id }, query: { text }, locale }) => {
    // Requires exactly the characters that the list shows, because a shorter beginning could match another person's
    // checkout.
    const report = id.length === SHOWN ? await reportCheckout(db, text, id) : null;
    if (!report) return fail("notFound");
    const { checkout: shown, happenings } = report;
    const nameOf = await productNames({ catalogues });
    return ok({
      id,
      email: shown.email,
      product: nameOf(shown.product),
      locale: shown.locale,
      begunAt: shown.begunAt.toISOString(),
      changedAt: shown.changedAt.toISOString(),
      order: shown.order,
      history: checkoutEvents(happenings, locale),
    });
  };
}

/** Number of characters of a checkout's id that the list shows. */
const SHOWN = 8;

function paymentOnWire(payment: Found["payments"][number]): FoundPayment {
  const { id, amount, provider, hostedId, providerPaymentId, state, isRefundWaiting, createdAt } = payment;
  return {
    id,
    amount: toChf(amount),
    provider,
    providerIds: [hostedId, providerPaymentId].filter((each) => each !== null),
    state,
    refund: isRefundWaiting,
    createdAt: createdAt.toISOString(),
  };
}
