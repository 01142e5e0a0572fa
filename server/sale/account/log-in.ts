import type { EndpointName } from "#contract/paths.ts";
import type { Call } from "#server/platform/http/call.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import { customerOf } from "#server/sale/checkout/bind-customer.ts";
import { updateCheckout, type CheckoutNeeds } from "#server/sale/checkout/store.ts";
import { endTokensOfCheckout, issueToken } from "#server/sale/identity/tokens.ts";
import type { Account } from "#server/sale/identity/accounts.ts";
import { deviceOf } from "#server/people/device.ts";
import { rememberBrowser, type KnownBrowserNeeds } from "#server/people/known-browser.ts";

export type LoginNeeds = CheckoutNeeds & KnownBrowserNeeds & { readonly security: SecurityLog };
type LoginCall = Pick<Call<EndpointName>, "checkoutId" | "cookies" | "headers" | "ip">;
/** How somebody logs in; `phone` received the code. */
type Way = { readonly by: "password" | "passkey" } | { readonly by: "sms"; readonly phone: string };

/**
 * Logs a customer in: binds the checkout to the customer, if there is one, and returns a new token. The browser is known to the account from
 * now on, and to the phone.
 */
export async function logIn(services: LoginNeeds, account: Account, call: LoginCall, way: Way): Promise<string> {
  const { checkoutId } = call;
  const bound = await updateCheckout(services, checkoutId, (checkout) => {
    if (!checkout) return { answer: false };
    if (checkout.order) return { answer: true };
    return { answer: true, change: customerOf(checkout, account.id) };
  });
  services.security.record("login", { account: account.email, address: call.ip, by: way.by });
  rememberBrowser(services, call, account.email, ...(way.by === "sms" ? [way.phone] : []));
  const login = { accountId: account.id, device: deviceOf(call.headers["user-agent"]) };
  if (!bound || checkoutId === null) return issueToken(services.db, { ...login, checkoutId: null }, services.now());
  await endTokensOfCheckout(services.db, checkoutId);
  return issueToken(services.db, { ...login, checkoutId }, services.now());
}
