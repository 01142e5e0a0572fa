import { readShown } from "#server/sale/checkout/stored.ts";
import { activationCode } from "#core/order/esim.ts";
import { wantsEsim } from "#core/order/after-order.ts";
import { openForOwner } from "#server/sale/checkout/access.ts";
import type { Handler } from "#server/platform/http/call.ts";
import { fail, ok } from "#server/platform/http/result.ts";
import type { CheckoutNeeds } from "#server/sale/checkout/store.ts";
import { readSealedForm } from "#server/sale/identity/stored-form.ts";
import type { Logger } from "pino";
import { noteRead } from "./queries.ts";
import { esimKeys, openMatchingId, type EsimKeySettings } from "./matching-id.ts";
import { orderWithEsim } from "#server/reports/esims.ts";

type Needs = CheckoutNeeds & { readonly config: EsimKeySettings; readonly log: Pick<Logger, "info"> };

/**
 * POST /esim: the activation code, only for the owner of the order. It is only returned after the access is recorded in
 * `esim_reads`. The log has only the order's number.
 */
export function showEsim(services: Needs): Handler<"esim"> {
  return async (call) => {
    const access = await openForOwner(services, call);
    if (!access.ok) return access;
    const order = await orderWithEsim(services.db, access.value.id);
    const { lines } = readShown(order.shown).quote;
    if (order.status !== "placed" || !wantsEsim({ lines, customer: readSealedForm(order.customer) }))
      return fail("notFound");
    const { state, sealed_matching_id, key_id, smdp_address } = order;
    // The row was purged after its retention time.
    if (state === null || state === "cancelling" || state === "cancelled") return ok({ state: "expired" });
    if (state === "failed") return ok({ state });
    if (state === "ordered" || !sealed_matching_id || !key_id || !smdp_address) return ok({ state: "preparing" });
    const matchingId = openMatchingId({ sealed_matching_id, key_id }, order.id, await esimKeys(services.config));
    await noteRead(services.db, order.id, order.account_id);
    services.log.info({ order: order.number }, "an activation code was shown");
    return ok({ state: "ready", activationCode: activationCode(smdp_address, matchingId) });
  };
}
