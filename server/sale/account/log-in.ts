import type { Database } from "#server/platform/database/database.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { EndpointName } from "#contract/all-paths.ts";
import type { Call } from "#server/api/call.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import { customerOf, type Checkouts } from "#server/sale/checkout/access.ts";
import { isStillProven, type Proof } from "#server/sale/identity/passkeys.ts";
import { endTokensOfCheckout, issueToken } from "#server/sale/identity/tokens.ts";
import type { Account } from "#server/sale/identity/accounts.ts";
import { deviceOf, type KnownBrowsers } from "#server/authentication/known-browser.ts";

type LoginCall = Pick<Call<EndpointName>, "checkoutId" | "cookies" | "headers" | "ip">;
/** The login method. `phone`: the number that received the code, or that the network recognised. */
type Method =
  | { readonly by: "password" | "passkey"; readonly proof: Proof }
  | { readonly by: "sms" | "network"; readonly phone: string; readonly proof: null };

/**
 * Logs a customer in: binds the checkout, if there is one, to the customer, and returns a new token. From now on, the
 * browser is known for the account and the phone number. Returns null if the password or passkey was replaced after it
 * was checked.
 */
export type LogIn = (account: Account, call: LoginCall, method: Method) => Promise<string | null>;

/** Creates `LogIn`, the last step of all login methods. */
export function createLogIn(needs: {
  readonly db: Database;
  readonly now: Clock;
  readonly checkouts: Checkouts;
  readonly knownBrowsers: KnownBrowsers;
  readonly security: SecurityLog;
}): LogIn {
  const { db, now, checkouts, knownBrowsers, security } = needs;
  return async (account, call, method) => {
    const { checkoutId } = call;
    const bound = await checkouts.update(checkoutId, (checkout) => {
      if (!checkout) return { answer: false };
      if (checkout.order) return { answer: true };
      return { answer: true, change: customerOf(checkout, account.id) };
    });
    const login = { accountId: account.id, device: deviceOf(call.headers["user-agent"]) };
    const token = await db.transaction().execute(async (tx) => {
      if (!(await isStillProven(tx, account.id, method.proof))) return null;
      if (!bound || checkoutId === null) return issueToken(tx, { ...login, checkoutId: null }, now());
      await endTokensOfCheckout(tx, checkoutId);
      return issueToken(tx, { ...login, checkoutId }, now());
    });
    if (token === null) return null;
    security.record("login", { account: account.email, address: call.ip, by: method.by });
    knownBrowsers.remember(call, account.email, ...("phone" in method ? [method.phone] : []));
    return token;
  };
}
