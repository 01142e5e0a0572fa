import { isSwissMobile } from "#core/phone-numbers/phone.ts";
import type { Handler } from "#server/api/call.ts";
import type { Limits } from "#server/api/limits.ts";
import { fail, ok } from "#server/api/result.ts";
import type { Config } from "#server/config/config.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import { endVisit, startVisit, type NetworkVisit } from "#server/sale/identity/network-visit.ts";
import type { CustomerBase } from "#server/sale/identity/profile.ts";
import type { LogInByNumber } from "./number-login.ts";
import type { Network } from "#server/sale/identity/sim-swap.ts";

/** The network asks nobody anything, so a visit takes a moment. */
const visitOf = ({ publicUrl }: Pick<Config, "publicUrl">): NetworkVisit => ({
  cookie: "kasse-network-login",
  seconds: 120,
  returnAddress: `${publicUrl}/checkout/3`,
});

/** POST /begin-network-login: answers with the address at which the network recognises the phone. */
export function beginNetworkLogin(services: {
  readonly network: Network | null;
  readonly limits: Limits<"networkLoginsPerAddress">;
  readonly config: Pick<Config, "publicUrl">;
}): Handler<"beginNetworkLogin"> {
  return async (call) => {
    const { network, limits, config } = services;
    if (!network) return fail("networkLoginFailed");
    const allowed = await limits.take({ networkLoginsPerAddress: call.ip }, call.ip);
    if (!allowed.ok) return allowed;
    const url = await startVisit(call, visitOf(config), network.port.loginAddress);
    return url === null ? fail("networkLoginFailed") : ok({ url });
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
    const { body, ip } = call;
    const { network, limits, config, customers } = services;
    const visit = endVisit(call, visitOf(config), body.query);
    const failed = (account: string | null) => {
      services.security.record("login.failed", { account, address: ip, by: "network" });
      return fail("networkLoginFailed");
    };
    const allowed = await limits.take({ networkLoginsPerAddress: ip }, ip);
    if (!allowed.ok) return allowed;
    if (!network || !visit) return failed(null);
    // Counted last, so that only answers that are paid for count.
    const paid = await limits.take({ networkLoginsInAll: "" }, ip);
    if (!paid.ok) return paid;
    const msisdn = await network.port.phoneNumber(visit.secrets, visit.returned);
    // A phone on Wi-Fi is no sign of an attack.
    if (msisdn === null) return fail("networkLoginFailed");
    const customer = isSwissMobile(msisdn) ? await customers.findByMsisdn(msisdn) : null;
    if (!customer) return failed(null);
    const login = await services.logInByNumber(call, { by: "network", msisdn, customer });
    if (!login.ok) return login;
    return login.value === null ? failed(customer.email) : ok({ body: { token: login.value } });
  };
}
