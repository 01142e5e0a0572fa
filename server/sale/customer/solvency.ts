import { deriveKey, pseudonym } from "#server/platform/encryption/derive-key.ts";
import { allowedAlternatives, alternativesIn } from "#core/alternatives.ts";
import { canonical } from "#core/canonical.ts";
import type { CustomerForm } from "#core/customer-form.ts";
import type { SolvencyAnswer } from "#server/platform/database/tables/checkouts.ts";
import { factsOf, type OpenCheckout } from "#server/sale/checkout/checkout.ts";
import { ok, type Result } from "#server/platform/http/result.ts";
import type { CustomerNeeds } from "./needs.ts";

/** Whether the customer may buy on account, and the answer of the paid check to keep with the checkout. */
export type Solvency = { readonly solvent: boolean; readonly answer: SolvencyAnswer | null };

/**
 * Prepaid needs no check. For an existing customer the result is known. A new customer is checked here (decisions 4), once for
 * each person in a checkout, because the operator pays for it; the answer is kept until the person changes. Whoever was refused, and is solvent under
 * other details, waits for a person.
 */
export async function checkSolvency(
  services: CustomerNeeds,
  checkout: OpenCheckout,
  form: CustomerForm,
  ip: string,
): Promise<Result<Solvency, "tooMany">> {
  const known = checkout.solvency;
  if (checkout.quote?.postpaid === false) return ok({ solvent: true, answer: known });
  if (checkout.account?.profile.solvent !== undefined)
    return ok({ solvent: factsOf(checkout, services.now()).solvent, answer: known });
  const birthday = `${form.year}-${form.month.padStart(2, "0")}-${form.day.padStart(2, "0")}`;
  const person = {
    firstName: form.first_name,
    lastName: form.last_name,
    birthday,
    postalCode: form.postal_code,
  };
  const key = pseudonym(deriveKey(services.documentNumberKey, "solvency"), canonical(person));
  if (known?.person === key) return ok(verdictOn(checkout, known));
  const allowed = await services.limits.take({ solvencyPerPerson: key, solvencyPerAddress: ip, solvencyInAll: "" }, ip);
  if (!allowed.ok) {
    if (allowed.exceeded !== "solvencyPerPerson") return allowed;
    // Somebody may use another's name: then a person decides about the order, instead of nobody being able to order with that name.
    return ok({ ...verdictOn(checkout, { person: key, solvent: false }), answer: null });
  }
  const verdict = await services.customers.checkSolvency(person);
  // Another name after a refusal may be a corrected mistake, or another's name: a person can tell.
  const isChanged = verdict.solvent && known !== null && !known.solvent;
  return ok(
    verdictOn(checkout, isChanged ? { person: key, solvent: false, check: "changed" } : { ...verdict, person: key }),
  );
}

/** Who is refused credit may still buy what the operator sells instead. */
function verdictOn({ checked, catalogue }: OpenCheckout, answer: SolvencyAnswer): Solvency {
  const allowed = allowedAlternatives(catalogue, answer.accepts ?? null);
  const solvent = answer.solvent || alternativesIn(checked, catalogue).some((each) => allowed.includes(each));
  return { solvent, answer };
}
