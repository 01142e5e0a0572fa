import type { BodyOf } from "#contract/endpoints.ts";
import type { Config, LimitsNamed } from "#server/config/config.ts";
import type { Handler } from "#server/platform/http/call.ts";
import { fail, ok } from "#server/platform/http/result.ts";
import { ACCOUNT_COLUMNS, accountOf, type Account } from "#server/sale/identity/account.ts";
import type { CustomerBase } from "#server/sale/identity/customer-base.ts";
import { linkBaseCustomer } from "#server/sale/identity/link-base-customer.ts";
import { logIn, type LoginNeeds } from "./log-in.ts";
import { optionsToLogIn, relyingPartyAt, usedCredential } from "#server/platform/webauthn.ts";
import { keepChallenge, takeChallenge } from "./passkey-challenges.ts";

type Needs = LoginNeeds &
  LimitsNamed<"passwordsPerAddress"> & {
    readonly customers: Pick<CustomerBase, "findByEmail" | "findByMsisdn">;
    readonly config: Pick<Config, "publicUrl">;
  };

/** POST /passkey-login-options: a challenge for any passkey of this shop. It names no account, so it reveals none. */
export function passkeyLoginOptions(services: Pick<Needs, "db" | "now" | "config">): Handler<"passkeyLoginOptions"> {
  return async () => {
    const options = await optionsToLogIn(relyingPartyAt(services.config.publicUrl));
    await keepChallenge(services.db, options.challenge, null, services.now());
    return ok({ ...options });
  };
}

/** POST /passkey-login: logs in whose passkey has signed the challenge. */
export function passkeyLogin(services: Needs): Handler<"passkeyLogin"> {
  return async (call) => {
    const allowed = await services.limits.take({ passwordsPerAddress: call.ip }, call.ip);
    if (!allowed.ok) return allowed;
    const proven = await accountWithPasskey(services, call.body);
    const account = proven && (await withNewestData(services, proven));
    if (account) return ok({ body: { token: await logIn(services, account, call, { by: "passkey" }) } });
    services.security.record("login.failed", { account: proven?.email ?? null, address: call.ip, by: "passkey" });
    return fail("passkeyRefused");
  };
}

/** Whose passkey this is, if it signed a challenge of this shop just now, with its user verified. */
async function accountWithPasskey({ db, now, config }: Needs, body: BodyOf<"passkeyLogin">): Promise<Account | null> {
  const challenge = await takeChallenge(db, body.response.clientDataJSON, null, now());
  const passkey = await db
    .selectFrom("passkeys")
    .innerJoin("accounts", "accounts.id", "passkeys.account_id")
    .select(ACCOUNT_COLUMNS)
    .select(["passkeys.credential_id", "passkeys.public_key", "passkeys.sign_count"])
    .where("passkeys.credential_id", "=", body.id)
    .executeTakeFirst();
  if (challenge === null || !passkey) return null;
  const { credential_id, public_key, sign_count } = passkey;
  const count = await usedCredential(body, {
    challenge,
    party: relyingPartyAt(config.publicUrl),
    credential: { id: credential_id, publicKey: public_key, signCount: Number(sign_count) },
  });
  if (count === null) return null;
  const used = await db
    .updateTable("passkeys")
    .set({ sign_count: count, used_at: now() })
    .where("credential_id", "=", credential_id)
    .where("sign_count", "=", sign_count)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n ? accountOf(passkey) : null;
}

/**
 * The account with the base's newest data, if it is a customer of the base. Null for an account whose e-mail belongs to a customer of the
 * base whom it has not proved to be, as with a password.
 */
async function withNewestData({ db, customers }: Needs, account: Account): Promise<Account | null> {
  const byEmail = await customers.findByEmail(account.email);
  if (account.customerBaseId === null) return byEmail ? null : account;
  const { phone } = account.profile;
  const found = [byEmail, phone ? await customers.findByMsisdn(phone) : null];
  const own = found.find((customer) => customer?.userId === account.customerBaseId);
  return own ? db.transaction().execute((tx) => linkBaseCustomer(tx, own)) : account;
}
