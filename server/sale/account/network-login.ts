import { isSwissMobile } from "#core/phone-numbers/phone.ts";
import type { Handler } from "#server/api/call.ts";
import type { Limits } from "#server/api/limits.ts";
import { fail, ok } from "#server/api/result.ts";
import type { Config } from "#server/config/config.ts";
import { isSameSecret } from "#server/platform/http/secrets.ts";
import { LOGIN_SECRET, newLoginSecret, secretsOf } from "#server/platform/openid-provider.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import type { CustomerBase } from "#server/sale/identity/profile.ts";
import type { LogInByNumber } from "./number-login.ts";
import type { Network } from "./sim-swap.ts";

/** The cookie of a login that was started. Only the browser that has it can complete the login. */
const COOKIE = "kasse-network-login";
/** Maximum duration of a login, in seconds. The network asks nobody anything, so it takes a moment. */
const COOKIE_SECONDS = 120;

/** The one address that is registered at the network. Pages in other languages replace it and keep its query. */
const returnAddress = ({ publicUrl }: Pick<Config, "publicUrl">) => `${publicUrl}/checkout/3`;

/** POST /begin-network-login: answers with the address at which the network recognises the phone. */
export function beginNetworkLogin(services: {
  readonly network: Network | null;
  readonly limits: Limits<"networkLoginsPerAddress">;
  readonly config: Pick<Config, "publicUrl">;
}): Handler<"beginNetworkLogin"> {
  return async ({ ip, cookies }) => {
    const { network, limits, config } = services;
    if (!network) return fail("networkLoginFailed");
    const allowed = await limits.take({ networkLoginsPerAddress: ip }, ip);
    if (!allowed.ok) return allowed;
    const secret = newLoginSecret();
    const url = await network.port.loginAddress(secretsOf(secret), returnAddress(config));
    if (url === null) return fail("networkLoginFailed");
    cookies.keep(COOKIE, secret, COOKIE_SECONDS);
    return ok({ url });
  };
}

/**
 * POST /network-login: logs in the customer whose number the network has told. The number is worth as much as a code by
 * text, never more.
 */
export function networkLogin(services: {
  readonly network: Network | null;
  readonly limits: Limits<"networkLoginsPerAddress" | "networkLoginsInAll">;
  readonly config: Pick<Config, "publicUrl">;
  readonly customers: Pick<CustomerBase, "findByMsisdn">;
  readonly security: SecurityLog;
  readonly logInByNumber: LogInByNumber;
}): Handler<"networkLogin"> {
  return async (call) => {
    const { body, ip, cookies } = call;
    const { network, limits, config, customers } = services;
    const secret = cookies.read(COOKIE);
    cookies.end(COOKIE);
    const failed = (account: string | null) => {
      services.security.record("login.failed", { account, address: ip, by: "network" });
      return fail("networkLoginFailed");
    };
    const allowed = await limits.take({ networkLoginsPerAddress: ip }, ip);
    if (!allowed.ok) return allowed;
    if (!network || secret === null || !LOGIN_SECRET.test(secret)) return failed(null);
    const secrets = secretsOf(secret);
    const returned = new URL(returnAddress(config));
    returned.search = body.query;
    if (!isSameSecret(secrets.state, returned.searchParams.get("state"))) return failed(null);
    // Counted last, so that only answers that are paid for count.
    const paid = await limits.take({ networkLoginsInAll: "" }, ip);
    if (!paid.ok) return paid;
    const msisdn = await network.port.phoneNumber(secrets, returned);
    // A phone on Wi-Fi is no sign of an attack.
    if (msisdn === null) return fail("networkLoginFailed");
    const customer = isSwissMobile(msisdn) ? await customers.findByMsisdn(msisdn) : null;
    if (!customer) return failed(null);
    const login = await services.logInByNumber(call, { by: "network", msisdn, customer });
    if (!login.ok) return login;
    return login.value === null ? failed(customer.email) : ok({ body: { token: login.value } });
  };
}
