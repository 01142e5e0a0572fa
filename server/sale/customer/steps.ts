import { canonical } from "#core/canonical.ts";
import { addressErrors, personErrors, type CustomerForm, type FormErrors } from "#core/customer-form.ts";
import { isAllowed, type Step } from "#core/steps.ts";
import { openForCustomer, type Access, type AccessFailure } from "#server/sale/checkout/access.ts";
import { factsOf, formContext } from "#server/sale/checkout/checkout.ts";
import { toFurthestStep } from "#server/sale/checkout/refusals.ts";
import { changeCheckout } from "#server/sale/checkout/store.ts";
import type { Call, Handler } from "#server/platform/http/call.ts";
import { fail, ok, type Failed, type Result } from "#server/platform/http/result.ts";
import { voidOpenPayments } from "#server/sale/ledger/void-open-payments.ts";
import { checkAddress, checkEmail, checkTransfer } from "./checks.ts";
import { mergeForm, readForm, withKnownFields } from "./form.ts";
import type { CustomerNeeds } from "./needs.ts";

type FormCall = Call<"validateCustomer" | "updateCustomer" | "createCustomer">;
/** A customer's checkout with the form that was sent, as far as it is known and fixed. */
export type OpenForm = Access & { readonly form: CustomerForm };

/** Opens the checkout for a step of the form: allowed now, and with an e-mail that is the customer's own. */
export async function openForm(
  services: CustomerNeeds,
  call: FormCall,
  page: Step,
): Promise<Result<OpenForm, AccessFailure | "invalidFields" | "userExists">> {
  const access = await openForCustomer(services, call, page === "5" ? { withoutToken: true } : {});
  if (!access.ok) return access;
  const facts = factsOf(access.value.checkout, services.now());
  if (!isAllowed(page, facts)) return toFurthestStep(facts);
  const sent = readForm(call.body);
  const email = await checkEmail(services, sent, access.value.checkout);
  if (!email.ok) return email;
  return ok({ ...access.value, form: withKnownFields(sent, access.value.checkout) });
}

export function hasErrors(errors: FormErrors): boolean {
  return Object.keys(errors).length > 0;
}

/** POST /validate-customer: number, SIM and person. Nothing is kept of a form that is wrong. */
export function validateCustomer(services: CustomerNeeds): Handler<"validateCustomer"> {
  return async (call) => {
    const open = await openForm(services, call, "4");
    if (!open.ok) return open;
    const { checkout, form } = open.value;
    const errors = personErrors(form, formContext(checkout, services.now()));
    if (hasErrors(errors)) return fail("invalidFields", { fields: errors });
    const transfer = await checkTransfer(services, form);
    if (!transfer.ok) return transfer;
    const merged = mergeForm(checkout.form, form, "person");
    const stage = checkout.formStage === "all" ? "address" : (checkout.formStage ?? "person");
    return keep(services, open.value, merged, stage);
  };
}

/** POST /update-customer: the same, and the address. */
export function updateCustomer(services: CustomerNeeds): Handler<"updateCustomer"> {
  return async (call) => {
    const open = await openForm(services, call, "4a");
    if (!open.ok) return open;
    const { checkout, form } = open.value;
    const errors = { ...personErrors(form, formContext(checkout, services.now())), ...addressErrors(form) };
    if (hasErrors(errors)) return fail("invalidFields", { fields: errors });
    const transfer = await checkTransfer(services, form);
    if (!transfer.ok) return transfer;
    const address = await checkAddress(services, form);
    if (!address.ok) return address;
    return keep(services, open.value, mergeForm(checkout.form, form, "address"), "address");
  };
}

/** Keeps the form. Another tab that wrote meanwhile wins; the shopper is sent to where that leaves them. */
async function keep(
  services: CustomerNeeds,
  { checkout }: OpenForm,
  form: CustomerForm,
  formStage: "person" | "address",
): Promise<Result<{ ok: true }, AccessFailure>> {
  // The same form again changes nothing: who was created stays so, and a payment that runs stays valid.
  if (checkout.form && checkout.formStage !== "person" && canonical(form) === canonical(checkout.form))
    return ok({ ok: true });
  const kept = await changeCheckout(services.db, checkout, { form, formStage, customerCreated: null }, services.now());
  if (!kept) return openAgain(services, checkout.id);
  await voidOpenPayments(services, checkout);
  return ok({ ok: true });
}

/** A checkout that changed under the request: its furthest page, so that the shopper sees what is there now. */
export async function openAgain(services: CustomerNeeds, id: string): Promise<Failed<AccessFailure>> {
  const access = await openForCustomer(services, { checkoutId: id, token: null }, { withoutToken: true });
  return access.ok ? toFurthestStep(factsOf(access.value.checkout, services.now())) : access;
}
