import { furthestStep, type CheckoutFacts } from "#core/steps.ts";
import { fail } from "#server/platform/http/result.ts";

/** 404, the same for unknown and malformed ids and ids of other shoppers (wire, Common). */
export function unknownCheckout() {
  return fail("checkoutUnknown");
}

/** 409 with the furthest allowed step. */
export function toFurthestStep(facts: CheckoutFacts) {
  return fail("stepRefused", { page: furthestStep(facts) });
}
