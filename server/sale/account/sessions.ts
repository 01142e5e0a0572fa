import type { SecurityLog } from "#server/platform/security/security-log.ts";
import type { CatalogueStore } from "#server/shop/catalogue/store.ts";
import type { Handler } from "#server/api/call.ts";
import { ok, fail } from "#server/api/result.ts";
import { accountPasskeys } from "#server/sale/identity/passkeys.ts";
import { ordersOfAccount } from "./account-orders.ts";
import type { Accounts } from "./callers-account.ts";
import { readableEmail } from "#server/platform/texts/greeting.ts";
import { accountLogins, endLogin, endTokensOf, tokenLife } from "#server/sale/identity/tokens.ts";
import { tokenHash } from "#server/authentication/logins.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import { accountOfToken } from "#server/sale/identity/accounts.ts";

type Needs = { readonly db: Database; readonly accounts: Accounts; readonly security: SecurityLog };

/** GET /account: returns the logged-in account with its logins, passkeys and orders. */
export function showAccount(services: {
  readonly db: Database;
  readonly now: Clock;
  readonly accounts: Accounts;
  readonly catalogues: CatalogueStore;
}): Handler<"account"> {
  return async ({ token, locale }) => {
    const caller = await services.accounts.ofCaller(token);
    if (!caller.ok) return caller;
    const { id, email } = caller.value.account;
    const sessions = await accountLogins.list(services.db, id, tokenLife(services.now()), tokenHash(token));
    const passkeys = await accountPasskeys.list(services.db, id);
    return ok({
      email: readableEmail(email),
      orders: await ordersOfAccount(services, id, locale),
      sessions: sessions.map(({ since, lastUsed, ...session }) => ({
        ...session,
        since: since.toISOString(),
        lastUsed: lastUsed.toISOString(),
      })),
      passkeys: passkeys.map(({ id: passkey, device, since, lastUsed }) => ({
        id: passkey,
        device,
        since: since.toISOString(),
        lastUsed: lastUsed?.toISOString() ?? null,
      })),
    });
  };
}

/** POST /logout: ends the caller's login. The checkout remains, and a new login opens it again. */
export function logOut(services: Needs): Handler<"logout"> {
  return async ({ token, ip }) => {
    const caller = await services.accounts.ofCaller(token);
    if (caller.ok) {
      await endLogin(services.db, caller.value.token);
      services.security.record("logout", { account: caller.value.account.email, address: ip });
    }
    return ok({ ok: true });
  };
}

/** POST /end-session: ends one of the caller's logins. */
export function endOneSession(services: Needs): Handler<"endSession"> {
  return endingCall(services, (accountId, _token, id) => accountLogins.end(services.db, accountId, id));
}

/** POST /end-other-sessions: ends the caller's logins elsewhere. */
export function endOtherSessions(services: Needs): Handler<"endOtherSessions"> {
  return endingCall(services, (accountId, token) => endTokensOf(services.db, accountId, token));
}

/**
 * Returns the handler of a call that ends logins and records how many. It requires a login within the last 30 minutes,
 * so that a stolen login cannot lock the account's owner out (ASVS 7.5.2).
 */
function endingCall(
  services: Needs,
  end: (accountId: string, token: string, id: string) => Promise<number>,
): Handler<"endSession"> & Handler<"endOtherSessions"> {
  return async ({ token, ip, body }) => {
    const caller = await services.accounts.ofFreshCaller(token);
    if (!caller.ok) return caller;
    const { account } = caller.value;
    const count = await end(account.id, caller.value.token, "id" in body ? body.id : "");
    if (count > 0)
      services.security.record("session.ended", { account: account.email, address: ip, by: "customer", count });
    return ok({ ok: true });
  };
}

/** POST /me: returns the owner of a token. The token can be in the body or in the Authorization header. */
export function me(services: { readonly db: Database; readonly now: Clock }): Handler<"me"> {
  return async ({ body, token }) => {
    const given = body.token ?? token;
    const account = given ? await accountOfToken(services.db, given, services.now()) : null;
    if (!account) return fail("loginNeeded");
    const contracts = (account.profile.contracts ?? []).map(({ contractType }) => ({ contractType }));
    const userId = account.profile.userId ?? account.id;
    return ok({ user: { body: { user: { userId, contracts } } } });
  };
}
