import { authorityPdf, isAuthorised } from "#server/sale/confirmation/authority.ts";
import { confirmationPdf, type ConfirmationNeeds } from "#server/sale/confirmation/confirmation.ts";
import { openForOwner } from "#server/sale/checkout/access.ts";
import type { Handler } from "#server/platform/http/call.ts";
import { fail, ok } from "#server/platform/http/result.ts";
import type { CheckoutNeeds } from "#server/sale/checkout/store.ts";
import { loadOrder, onPaper } from "./order.ts";

/** GET /order/confirmation.pdf: only for the owner of the order, because it contains name and address. */
export function downloadConfirmation(services: CheckoutNeeds & ConfirmationNeeds): Handler<"confirmation"> {
  return async (call) => {
    const access = await openForOwner(services, call);
    if (!access.ok) return access;
    const order = await loadOrder(services.db, { checkoutId: access.value.id });
    if (order?.status !== "placed") return fail("notFound");
    return ok(await confirmationPdf(services, onPaper(order), call.locale));
  };
}

/** GET /order/transfer-authority.pdf: what the owner of the order has ticked, for their own papers. */
export function downloadAuthority(services: CheckoutNeeds & ConfirmationNeeds): Handler<"transferAuthority"> {
  return async (call) => {
    const access = await openForOwner(services, call);
    if (!access.ok) return access;
    const order = await loadOrder(services.db, { checkoutId: access.value.id });
    const paper = order && onPaper(order);
    return paper && isAuthorised(paper) ? ok(await authorityPdf(services.brand, paper)) : fail("notFound");
  };
}
