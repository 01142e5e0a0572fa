import type { Database } from "#server/platform/database/database.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import type { Config } from "#server/config/config.ts";
import type { Handler } from "#server/api/call.ts";
import { fail, ok } from "#server/api/result.ts";
import { isUuid } from "#server/platform/ids.ts";
import { addJobs } from "#server/platform/jobs/queue.ts";
import { relyingPartyAt } from "#server/platform/webauthn.ts";
import { accountOfToken, lockAccount } from "#server/sale/identity/accounts.ts";
import { accountPasskeys } from "#server/sale/identity/passkeys.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import type { Accounts } from "./callers-account.ts";
import { accountChangeJob } from "./mail-account-change.ts";
import { readableEmail } from "#server/platform/texts/greeting.ts";
import { deviceOf } from "#server/authentication/known-browser.ts";

type Needs = {
  readonly db: Database;
  readonly now: Clock;
  readonly accounts: Accounts;
  readonly security: SecurityLog;
  readonly brand: Pick<Brand, "name">;
  readonly config: Pick<Config, "publicUrl">;
};

/** POST /passkey-options: returns the options for a discoverable passkey on an authenticator that verifies its user. */
export function passkeyOptions(services: Needs): Handler<"passkeyOptions"> {
  return async ({ token }) => {
    const caller = await services.accounts.ofFreshCaller(token);
    if (!caller.ok) return caller;
    const { id, email } = caller.value.account;
    const of = services.brand.name;
    const owner = { party: relyingPartyAt(services.config.publicUrl), of, id, email: readableEmail(email) };
    return ok(await accountPasskeys.optionsToAdd(services.db, owner, services.now()));
  };
}

/**
 * POST /add-passkey: stores the public key of a passkey that has signed this account's challenge, and notifies the
 * owner by e-mail.
 */
export function addPasskey(services: Needs): Handler<"addPasskey"> {
  return async (call) => {
    const caller = await services.accounts.ofFreshCaller(call.token);
    if (!caller.ok) return caller;
    const { db, now, config } = services;
    const { id, email } = caller.value.account;
    const added = await accountPasskeys.provenNew(db, call.body, id, relyingPartyAt(config.publicUrl), now());
    const device = deviceOf(call.headers["user-agent"]);
    const isStored =
      added !== null &&
      (await db.transaction().execute(async (tx) => {
        await lockAccount(tx, id);
        if (!(await accountOfToken(tx, caller.value.token, now()))) return false;
        if (!(await accountPasskeys.keep(tx, id, { ...added, device, now: now() }))) return false;
        await addJobs(tx, [accountChangeJob(email, call.locale, "passkeyAdded")]);
        return true;
      }));
    if (!isStored) return fail("passkeyRefused");
    services.security.record("passkey.added", { account: email, address: call.ip });
    return ok({ ok: true });
  };
}

/** POST /remove-passkey: removes a passkey, so that it no longer logs anyone in, and notifies the owner by e-mail. */
export function removePasskey(services: Needs): Handler<"removePasskey"> {
  return async ({ token, body, ip, locale }) => {
    const caller = await services.accounts.ofFreshCaller(token);
    if (!caller.ok) return caller;
    const { id, email } = caller.value.account;
    if (!isUuid(body.id)) return ok({ ok: true });
    const removed = await services.db.transaction().execute(async (tx) => {
      const found = await accountPasskeys.remove(tx, id, body.id);
      if (found) await addJobs(tx, [accountChangeJob(email, locale, "passkeyRemoved")]);
      return found;
    });
    if (removed) services.security.record("passkey.removed", { account: email, address: ip });
    return ok({ ok: true });
  };
}
