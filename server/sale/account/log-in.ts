import { updateCheckout, type CheckoutChange } from "#server/sale/checkout/store.ts";
import type { OpenCheckout } from "#server/sale/checkout/checkout.ts";
import type { Services } from "#server/services.ts";
import { issueToken, type Account } from "#server/sale/identity/tokens.ts";

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

/** Gives a customer a token and, where there is one, the checkout. */
export async function logIn(
  services: Pick<Services, "db" | "catalogues">,
  account: Account,
  checkoutId: string | null,
): Promise<string> {
  const bound = await updateCheckout(services.db, services.catalogues, checkoutId, (checkout) => {
    if (!checkout) return Promise.resolve({ answer: false });
    if (checkout.order) return Promise.resolve({ answer: true });
    return Promise.resolve({ answer: true, change: customerOf(checkout, account.id) });
  });
  return issueToken(services.db, account.id, bound ? checkoutId : null);
}
