import { customerOf } from "#server/sale/checkout/bind-customer.ts";
import { updateCheckout, type CheckoutNeeds } from "#server/sale/checkout/store.ts";
import type { Account } from "#server/sale/identity/account.ts";
import { endTokensOfCheckout, issueToken } from "#server/sale/identity/tokens.ts";

/** Logs a customer in: binds the checkout to the customer, if there is one, and returns a new token. */
export async function logIn(services: CheckoutNeeds, account: Account, checkoutId: string | null): Promise<string> {
  const bound = await updateCheckout(services, checkoutId, (checkout) => {
    if (!checkout) return { answer: false };
    if (checkout.order) return { answer: true };
    return { answer: true, change: customerOf(checkout, account.id) };
  });
  if (!bound || checkoutId === null) return issueToken(services.db, account.id, null, services.now());
  await endTokensOfCheckout(services.db, checkoutId);
  return issueToken(services.db, account.id, checkoutId, services.now());
}
