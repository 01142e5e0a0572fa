import { isAllowed, type Step } from "#core/steps/steps.ts";
import { ok, type Result } from "#server/platform/http/result.ts";
import { openForCustomer, type AccessFailure } from "./access.ts";
import { factsOf, type OpenCheckout } from "./checkout.ts";
import { toFurthestStep } from "./refusals.ts";
import type { Caller, CheckoutNeeds } from "./store.ts";

/** Opens a checkout for its customer, if the step is allowed; otherwise fails with the furthest step that is. */
export async function openForStep(
  services: CheckoutNeeds,
  caller: Caller,
  step: Step,
): Promise<Result<OpenCheckout, AccessFailure>> {
  const access = await openForCustomer(services, caller);
  if (!access.ok) return access;
  const { checkout } = access.value;
  const facts = factsOf(checkout, services.now());
  return isAllowed(step, facts) ? ok(checkout) : toFurthestStep(facts);
}
