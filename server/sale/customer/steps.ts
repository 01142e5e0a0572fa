import type { Clock } from "#server/platform/clock.ts";
import { canonical } from "#core/text/canonical.ts";
import { addressErrors } from "#core/form/address-errors.ts";
import type { FormContext, FormErrors } from "#core/form/mistakes.ts";
import { personErrors } from "#core/form/person-errors.ts";
import type { CustomerForm } from "#core/form/fields.ts";
import { toWire } from "#core/form/spelling.ts";
import { SIM_TYPE } from "#core/checkout-record/sim-type.ts";
import type { Locale } from "#core/text/locale.ts";
import { isAllowed, type Step } from "#core/steps/steps.ts";
import type { Access, AccessFailure, Checkouts } from "#server/sale/checkout/access.ts";
import { factsOf, formContext, offersEsim } from "#server/sale/checkout/checkout.ts";
import { toFurthestStep, unknownCheckout } from "#server/sale/checkout/refusals.ts";
import { type Call, type Handler } from "#server/api/call.ts";
import { fail, ok, type Failed, type Result } from "#server/api/result.ts";
import type { VoidOutdated } from "#server/sale/ledger/void-open-payments.ts";
import type { CustomerChecks } from "./checks.ts";
import { mergeForm, readForm, unreadableFlags, withStoredPuk, withKnownFields } from "./form.ts";
import type { NumberHolds } from "./numbers.ts";

type Needs = {
  readonly now: Clock;
  readonly checkouts: Checkouts;
  readonly customerChecks: CustomerChecks;
  readonly numberHolds: NumberHolds;
  readonly voidOutdated: VoidOutdated;
  /** Null if the shop only sells SIM cards. */
  readonly esims: object | null;
};
type FormCall = Call<"validateCustomer" | "updateCustomer" | "createCustomer">;
/** A checkout with the form that was sent. Its locked fields have been replaced. */
export type OpenForm = Access & { readonly form: CustomerForm; readonly context: FormContext };

/**
 * Opens the checkout for a step of the form. Checks that the step is allowed and that the e-mail address is the
 * customer's.
 */
export async function openForm(
  services: {
    readonly now: Clock;
    readonly checkouts: Checkouts;
    readonly customerChecks: CustomerChecks;
    /** Null if the shop only sells SIM cards. */
    readonly esims: object | null;
  },
  call: FormCall,
  page: Step,
): Promise<Result<OpenForm, AccessFailure | "invalidFields" | "userExists">> {
  const access = await services.checkouts.openForCustomer(call, page === "5" ? { repeatsAnswer: true } : {});
  if (!access.ok) return access;
  const facts = factsOf(access.value.checkout, services.now());
  if (!isAllowed(page, facts)) return toFurthestStep(facts);
  const flags = unreadableFlags(call.body);
  if (hasErrors(flags)) return invalidFields(flags);
  const { checkout } = access.value;
  const context = {
    ...formContext(checkout, services.now()),
    authorityShown: typeof call.body.mnpAuthority === "boolean",
  };
  const sent = readForm(call.body, context.today);
  // The page does not offer this. The form must be from before a change of the settings or the device.
  if (sent.simType === SIM_TYPE.esim && !offersEsim(services, checkout))
    return fail("invalidFields", { fields: { simType: "esimNotOffered" } });
  const email = await services.customerChecks.email(sent, checkout);
  if (!email.ok) return email;
  return ok({
    ...access.value,
    form: withKnownFields(withStoredPuk(sent, checkout.form), checkout, call.locale),
    context,
  });
}

export function hasErrors(errors: FormErrors): boolean {
  return Object.keys(errors).length > 0;
}

/** Returns 422 with the errors of a form, by the names of its fields on the wire. */
export const invalidFields = (errors: FormErrors) => fail("invalidFields", { fields: toWire(errors) });

/** POST /validate-customer: checks and stores number, SIM and person. An invalid form is not stored. */
export function validateCustomer(services: Needs): Handler<"validateCustomer"> {
  return async (call) => {
    const open = await openForm(services, call, "4");
    if (!open.ok) return open;
    const { checkout, form, context } = open.value;
    const errors = personErrors(form, context);
    if (hasErrors(errors)) return invalidFields(errors);
    const transfer = await services.customerChecks.transfer(form, { id: checkout.id, call });
    if (!transfer.ok) return transfer;
    const number = await services.numberHolds.holdChosen(checkout, form, call.ip);
    if (!number.ok) return number;
    const merged = mergeForm(checkout.form, form, "4");
    const stage = checkout.formStage === "all" ? "address" : (checkout.formStage ?? "person");
    // Keep the language in which the texts about a transfer were read and ticked.
    const hasTicked = merged.mnpAuthority || merged.mnpMatch;
    return saveForm(services, open.value, merged, stage, hasTicked ? call.locale : checkout.locale);
  };
}

/** POST /update-customer: like /validate-customer, and also checks and stores the address. */
export function updateCustomer(services: Needs): Handler<"updateCustomer"> {
  return async (call) => {
    const open = await openForm(services, call, "4a");
    if (!open.ok) return open;
    const { checkout, form, context } = open.value;
    const errors = { ...personErrors(form, context), ...addressErrors(form, context) };
    if (hasErrors(errors)) return invalidFields(errors);
    const transfer = await services.customerChecks.transfer(form, { id: checkout.id, call });
    if (!transfer.ok) return transfer;
    const address = await services.customerChecks.address(form);
    if (!address.ok) return address;
    const number = await services.numberHolds.holdChosen(checkout, form, call.ip);
    if (!number.ok) return number;
    return saveForm(services, open.value, mergeForm(checkout.form, form, "4a"), "address");
  };
}

/**
 * Stores the form. If another tab has written in the meantime, sends the shopper to the furthest allowed step instead.
 */
async function saveForm(
  services: Needs,
  { checkout }: OpenForm,
  form: CustomerForm,
  formStage: "person" | "address",
  locale: Locale = checkout.locale,
): Promise<Result<{ ok: true }, AccessFailure>> {
  // An unchanged form is not written, because that would invalidate the created customer and an open payment.
  const isSame = checkout.locale === locale && canonical(form) === canonical(checkout.form);
  if (checkout.form && checkout.formStage !== "person" && isSame) return ok({ ok: true });
  const saved = await services.checkouts.change(checkout, {
    form,
    formStage,
    locale,
    customerCreated: null,
  });
  if (!saved) return refuseOutdated(services, checkout.id);
  await services.voidOutdated(checkout);
  return ok({ ok: true });
}

/** Refuses a request whose checkout has changed in the meantime: 409 with the furthest step that is allowed now. */
export async function refuseOutdated(
  services: { readonly now: Clock; readonly checkouts: Checkouts },
  id: string,
): Promise<Failed<AccessFailure>> {
  const checkout = await services.checkouts.load(id);
  return checkout ? toFurthestStep(factsOf(checkout, services.now())) : unknownCheckout();
}
