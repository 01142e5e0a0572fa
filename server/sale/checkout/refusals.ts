import type { Locale } from "#core/locale.ts";
import type { Quote } from "#core/pricing.ts";
import { furthestStep, type CheckoutFacts } from "#core/steps.ts";
import { fail } from "#server/platform/http/result.ts";
import { checkoutAnswer } from "./answer.ts";
import type { OpenCheckout } from "./checkout.ts";

/** 404, the same for unknown and malformed ids and ids of other shoppers (wire, Common). */
export function unknownCheckout() {
  return fail("checkoutUnknown");
}

/** 409 with the furthest allowed step. */
export function toFurthestStep(facts: CheckoutFacts) {
  return fail("stepRefused", { page: furthestStep(facts) });
}

/** 409 with the new and the shown price. The shopper has to agree before anything is ordered or paid (decisions 3). */
export function priceChanged(checkout: OpenCheckout & { readonly quote: Quote }, locale: Locale) {
  const { id, quote, catalogue, shown } = checkout;
  return fail("priceChanged", { checkout: checkoutAnswer({ id, quote, catalogue, previous: shown.quote }, locale) });
}
