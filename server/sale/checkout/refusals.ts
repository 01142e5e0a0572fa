import { furthestStep, type CheckoutFacts } from "#core/steps.ts";
import { fail } from "#server/platform/http/result.ts";

/** 404: unknown, foreign and malformed ids are told alike (wire, Common). */
export function unknownCheckout() {
  return fail("checkoutUnknown");
}

/** 409 with the furthest page that is allowed. */
export function toFurthestStep(facts: CheckoutFacts) {
  return fail("stepRefused", { page: furthestStep(facts) });
}
