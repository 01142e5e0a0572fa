import { furthestStep } from "#core/steps/steps.ts";
import { type Handler } from "#server/api/call.ts";
import { fail, ok } from "#server/api/result.ts";
import { factsOf } from "#server/sale/checkout/checkout.ts";
import { continuedCheckout } from "#server/sale/checkout/links.ts";
import { loadCheckout } from "#server/sale/checkout/store.ts";
import { emailOf } from "#server/sale/checkout/user.ts";
import { createRecord, type BeginNeeds } from "./change-record.ts";

/**
 * POST /checkout-link: continues a checkout by a mailed link. In the browser that began it, it is that checkout. Any
 * other browser gets a new one with the same goods: whoever reads the mail must not order with the account, the data
 * or the picture of another person, nor see the order of whoever registered after a mistyped e-mail (ADR 26).
 */
export function openCheckoutLink(services: BeginNeeds): Handler<"checkoutLink"> {
  return async ({ body, checkoutId, locale, ip }) => {
    const link = await continuedCheckout(services.db, body.secret, services.now());
    const checkout = link && (await loadCheckout(services.db, services, link.id));
    const facts = checkout && factsOf(checkout, services.now());
    const page = facts && furthestStep(facts);
    if (!checkout || !page) return fail("checkoutLinkDead");
    const { record } = checkout;
    const opensOrder = checkout.order !== null && link.isMailedTo(emailOf(checkout));
    if (opensOrder || checkoutId === checkout.id) return ok({ checkoutId: checkout.id, page, record });
    const allowed = await services.limits.take({ checkoutsPerAddress: ip }, ip);
    if (!allowed.ok) return allowed;
    const begun = await createRecord(services, record, locale, await services.catalogues.lastKnown());
    if (!begun.ok) return fail("checkoutLinkDead");
    const copy = await loadCheckout(services.db, services, begun.value.id);
    const first = copy && furthestStep(factsOf(copy, services.now()));
    return first ? ok({ checkoutId: begun.value.id, page: first, record }) : fail("checkoutLinkDead");
  };
}
