import type { OpenCheckout } from "./checkout.ts";
import type { CheckoutChange } from "./store.ts";

/** What changes when this customer takes a checkout: somebody else's data is dropped (decisions 4). */
export function customerOf(checkout: OpenCheckout, accountId: string): CheckoutChange {
  if (checkout.account?.id === accountId) return { registeredEmail: null, registeredHash: null };
  return { ...WITHOUT_PERSON, accountId };
}

/** A checkout after somebody else registered or logged in: back to page 4, without the earlier person's data. */
export const WITHOUT_PERSON = {
  registeredEmail: null,
  registeredHash: null,
  accountId: null,
  form: null,
  formStage: null,
  documentId: null,
  customerCreated: null,
} as const satisfies CheckoutChange;
