import { openForOwner } from "#server/sale/checkout/access.ts";
import type { Handler } from "#server/platform/http/call.ts";
import { fail, ok } from "#server/platform/http/result.ts";
import type { CheckoutNeeds } from "#server/sale/checkout/store.ts";
import { confirmationPdf, type ConfirmationNeeds } from "./confirmation.ts";

/** GET /order/confirmation.pdf: only for the owner of the order, because it contains name and address. */
export function downloadConfirmation(services: CheckoutNeeds & ConfirmationNeeds): Handler<"confirmation"> {
  return async (call) => {
    const access = await openForOwner(services, call);
    if (!access.ok) return access;
    const pdf = await confirmationPdf(services, access.value.order.number, call.locale);
    return pdf ? ok(pdf) : fail("notFound");
  };
}
