import type { Database } from "#server/platform/database/database.ts";
import type { Clock } from "#server/platform/clock.ts";
import { countedUnlessFailed, type Limits } from "#server/api/limits.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import type { BodyOf } from "#contract/shop/calls.ts";
import type { Config } from "#server/config/config.ts";
import { type Handler } from "#server/api/call.ts";
import { fail, ok } from "#server/api/result.ts";
import type { Proof } from "#server/authentication/passkeys.ts";
import { accountOfPasskey, type Account } from "#server/sale/identity/accounts.ts";
import { accountPasskeys } from "#server/sale/identity/passkeys.ts";
import type { CustomerBase } from "#server/sale/identity/profile.ts";
import type { LogIn } from "./log-in.ts";
import { relyingPartyAt } from "#server/platform/webauthn.ts";
import { linkBaseCustomer } from "./link-base-customer.ts";

type Needs = {
  readonly db: Database;
  readonly now: Clock;
  readonly logIn: LogIn;
  readonly limits: Limits<"passwordsPerAddress">;
  readonly security: SecurityLog;
  readonly customers: Pick<CustomerBase, "findByEmail" | "findByMsisdn">;
  readonly config: Pick<Config, "publicUrl">;
};

/**
 * POST /passkey-login-options: returns a challenge for any passkey of this shop. It names no account, so it reveals
 * none.
 */
export function passkeyLoginOptions(services: Pick<Needs, "db" | "now" | "config">): Handler<"passkeyLoginOptions"> {
  return async () => {
    const party = relyingPartyAt(services.config.publicUrl);
    return ok(await accountPasskeys.optionsToLogIn(services.db, party, null, services.now()));
  };
}

/** POST /passkey-login: logs in the owner of the passkey that signed the challenge. */
export function passkeyLogin(services: Needs): Handler<"passkeyLogin"> {
  return async (call) => {
    const allowed = await services.limits.take({ passwordsPerAddress: call.ip }, call.ip);
    if (!allowed.ok) return allowed;
    const { shown, proven, token } = await countedUnlessFailed(allowed, async () => {
      const { proof, account } = await accountWithPasskey(services, call.body);
      if (proof.ok && proof.isBehind)
        services.security.record("passkey.behind", { account: account?.email ?? null, address: call.ip });
      const latest = account && (await withLatestData(services, account));
      const by = { by: "passkey", proof: { credentialId: call.body.id } } as const;
      return { shown: proof, proven: account, token: latest && (await services.logIn(latest, call, by)) };
    });
    if (token !== null) return ok({ body: { token } });
    const isCopied = !shown.ok && shown.why === "copied";
    services.security.record("login.failed", {
      account: proven?.email ?? null,
      address: call.ip,
      by: "passkey",
      ...(isCopied && { reason: "countNotRisen" }),
    });
    return fail(isCopied ? "passkeyCopied" : "passkeyRefused");
  };
}

/**
 * Returns the proof of a passkey, and its account if the passkey has signed this shop's challenge and verified its
 * user.
 */
async function accountWithPasskey(
  { db, now, config }: Needs,
  body: BodyOf<"passkeyLogin">,
): Promise<{ readonly proof: Proof; readonly account: Account | null }> {
  const party = relyingPartyAt(config.publicUrl);
  const found = await accountOfPasskey(db, body.id);
  const known = found && { of: found.account.id, credential: found.credential };
  const proof = await accountPasskeys.prove(db, body, party, known, now());
  return { proof, account: proof.ok && found ? found.account : null };
}

/**
 * Returns the account, with the latest data if it belongs to a customer of the base. Returns null if its e-mail address
 * belongs to a customer of the base, but the account is not linked to that customer; the same rule applies to
 * passwords.
 */
async function withLatestData({ db, now, customers }: Needs, account: Account): Promise<Account | null> {
  const byEmail = await customers.findByEmail(account.email);
  if (account.customerBaseId === null) return byEmail ? null : account;
  const { phone } = account.profile;
  const found = [byEmail, phone ? await customers.findByMsisdn(phone) : null];
  const own = found.find((customer) => customer?.userId === account.customerBaseId);
  return own ? db.transaction().execute((tx) => linkBaseCustomer(tx, own, now())) : account;
}
