import type { OpenCheckout } from "./checkout.ts";
import type { CheckoutChange } from "./queries.ts";

/** The change that binds a checkout to this customer. Data of another person is removed (decisions 4). */
export function customerOf(checkout: OpenCheckout, accountId: string): CheckoutChange {
  if (checkout.account?.id === accountId) return { registeredEmail: null, registeredHash: null };
  return { ...WITHOUT_PERSON, accountId };
}

/**
 * The change when another person registers or logs in: the earlier person's data is removed, and the checkout is back at
 * step 4.
 */
export const WITHOUT_PERSON = {
  registeredEmail: null,
  registeredHash: null,
  accountId: null,
  form: null,
  formStage: null,
  documentId: null,
  customerCreated: null,
  solvency: null,
} as const satisfies CheckoutChange;
