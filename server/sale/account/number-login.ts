import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { EndpointName } from "#contract/all-paths.ts";
import type { Call } from "#server/api/call.ts";
import { ok, type Result } from "#server/api/result.ts";
import type { BaseCustomer } from "#server/sale/identity/profile.ts";
import { linkBaseCustomer } from "./link-base-customer.ts";
import type { LogIn } from "./log-in.ts";
import type { CheckSimSwap } from "#server/sale/identity/sim-swap.ts";

/** How a number was proven: by a code in a text, or by the mobile network. Both are worth the same. */
type Proven = { readonly by: "sms" | "network"; readonly msisdn: string; readonly customer: BaseCustomer };

/**
 * Logs in the customer of a proven number, unless its SIM has just changed. Returns a token; null if the account is
 * gone.
 */
export type LogInByNumber = (
  call: Pick<Call<EndpointName>, "checkoutId" | "cookies" | "headers" | "ip">,
  proven: Proven,
) => Promise<Result<string | null, "simSwapped" | "tooMany" | "unavailable">>;

/** Creates `LogInByNumber`. */
export function createLogInByNumber(needs: {
  readonly db: Database;
  readonly now: Clock;
  readonly logIn: LogIn;
  readonly checkSimSwap: CheckSimSwap;
}): LogInByNumber {
  const { db, now, logIn, checkSimSwap } = needs;
  return async (call, { by, msisdn, customer }) => {
    const checked = await checkSimSwap({ msisdn, email: customer.email, ip: call.ip, by });
    if (!checked.ok) return checked;
    const account = await db.transaction().execute((tx) => linkBaseCustomer(tx, customer, now()));
    return ok(await logIn(account, call, { by, phone: msisdn, proof: null }));
  };
}
