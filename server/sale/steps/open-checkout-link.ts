import type { Database } from "#server/platform/database/database.ts";
import type { Clock } from "#server/platform/clock.ts";
import { asSent } from "#core/checkout-record/record.ts";
import { furthestStep } from "#core/steps/steps.ts";
import { type Handler } from "#server/api/call.ts";
import { fail, ok } from "#server/api/result.ts";
import { factsOf } from "#server/sale/checkout/checkout.ts";
import { continuedCheckout } from "#server/sale/checkout/links.ts";
import type { Checkouts } from "#server/sale/checkout/access.ts";
import { emailOf } from "#server/sale/checkout/user.ts";
import type { NewCheckouts } from "./change-record.ts";

/**
 * POST /checkout-link: continues a checkout through an emailed link. The browser that started it gets the same
 * checkout. Any other browser gets a new one with the same goods: whoever reads the e-mail must not order with another
 * person's account, data or picture, nor see the order of a person who registered with a mistyped e-mail address (ADR
 * 26).
 */
export function openCheckoutLink(services: {
  readonly db: Database;
  readonly now: Clock;
  readonly checkouts: Checkouts;
  readonly newCheckouts: NewCheckouts;
}): Handler<"checkoutLink"> {
  return async ({ body, checkoutId, locale, ip }) => {
    const link = await continuedCheckout(services.db, body.secret, services.now());
    const checkout = link && (await services.checkouts.load(link.id));
    const facts = checkout && factsOf(checkout, services.now());
    const page = facts && furthestStep(facts);
    if (!checkout || !page) return fail("checkoutLinkDead");
    const { record, source } = checkout;
    const opensOrder = checkout.order !== null && link.isMailedTo(emailOf(checkout));
    if (opensOrder || checkoutId === checkout.id) return ok({ checkoutId: checkout.id, page, record: asSent(record) });
    const started = await services.newCheckouts.resume({ record, locale, ip, source });
    if (!started.ok)
      return started.failure.name === "tooMany"
        ? fail("tooMany", { retryAfter: started.failure.retryAfter })
        : fail("checkoutLinkDead");
    const copy = await services.checkouts.load(started.value.id);
    const first = copy && furthestStep(factsOf(copy, services.now()));
    return first ? ok({ checkoutId: started.value.id, page: first, record: asSent(record) }) : fail("checkoutLinkDead");
  };
}
