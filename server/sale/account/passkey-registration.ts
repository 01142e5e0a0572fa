import type { BodyOf } from "#contract/shop/calls.ts";
import type { Config } from "#server/config/config.ts";
import { isUniqueViolation } from "#server/platform/database/database.ts";
import { type Handler } from "#server/calls/call.ts";
import { fail, ok } from "#server/calls/result.ts";
import { addJobs } from "#server/platform/jobs/queue.ts";
import { addedCredential, optionsToAdd, relyingPartyAt } from "#server/platform/webauthn.ts";
import { dropPasskey, keepPasskey, passkeysOf } from "#server/sale/identity/passkeys.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import { freshCaller, type AccountNeeds } from "./callers-account.ts";
import { accountChangeJob } from "./mail-account-change.ts";
import { readableEmail } from "#server/platform/texts/greeting.ts";
import { deviceOf } from "#server/sale/identity/device.ts";
import { keepChallenge, takeChallenge } from "#server/sale/identity/passkey-challenges.ts";

type Needs = AccountNeeds & { readonly brand: Pick<Brand, "name">; readonly config: Pick<Config, "publicUrl"> };

/** POST /passkey-options: a passkey that finds its account by itself, on an authenticator that verifies its user. */
export function passkeyOptions(services: Needs): Handler<"passkeyOptions"> {
  return async ({ token }) => {
    const caller = await freshCaller(services, token);
    if (!caller.ok) return caller;
    const { id, email } = caller.value.account;
    const options = await optionsToAdd({
      party: relyingPartyAt(services.config.publicUrl),
      of: services.brand.name,
      id,
      email: readableEmail(email),
      known: (await passkeysOf(services.db, id)).map(({ credentialId }) => credentialId),
    });
    await keepChallenge(services.db, options.challenge, id, services.now());
    return ok({ ...options });
  };
}

/** POST /add-passkey: stores the public key of a passkey that answers the challenge of this account. A mail tells the owner. */
export function addPasskey(services: Needs): Handler<"addPasskey"> {
  return async (call) => {
    const caller = await freshCaller(services, call.token);
    if (!caller.ok) return caller;
    const { id: account_id, email } = caller.value.account;
    const credential = await provenCredential(services, call.body, account_id);
    if (!credential) return fail("passkeyRefused");
    const row = {
      account_id,
      credential_id: credential.id,
      public_key: credential.publicKey,
      sign_count: credential.signCount,
      transports: call.body.response.transports ?? [],
      device: deviceOf(call.headers["user-agent"]),
      created_at: services.now(),
    };
    try {
      const isKept = await services.db.transaction().execute(async (tx) => {
        if (!(await keepPasskey(tx, row))) return false;
        await addJobs(tx, [accountChangeJob(email, call.locale, "passkeyAdded")]);
        return true;
      });
      if (!isKept) return fail("passkeyRefused");
    } catch (error) {
      if (isUniqueViolation(error, "passkeys_credential_id_key")) return fail("passkeyRefused");
      throw error;
    }
    services.security.record("passkey.added", { account: email, address: call.ip });
    return ok({ ok: true });
  };
}

/** The new credential, if the answer belongs to a challenge of this account and this shop and the user was verified. */
async function provenCredential({ db, now, config }: Needs, body: BodyOf<"addPasskey">, accountId: string) {
  const challenge = await takeChallenge(db, body.response.clientDataJSON, accountId, now());
  return challenge === null ? null : addedCredential(body, { challenge, party: relyingPartyAt(config.publicUrl) });
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** POST /remove-passkey: nobody logs in with it any more. A mail tells the owner. */
export function removePasskey(services: Needs): Handler<"removePasskey"> {
  return async ({ token, body, ip, locale }) => {
    const caller = await freshCaller(services, token);
    if (!caller.ok) return caller;
    const { id, email } = caller.value.account;
    if (!UUID.test(body.id)) return ok({ ok: true });
    const removed = await services.db.transaction().execute(async (tx) => {
      const found = await dropPasskey(tx, id, body.id);
      if (found) await addJobs(tx, [accountChangeJob(email, locale, "passkeyRemoved")]);
      return found;
    });
    if (removed) services.security.record("passkey.removed", { account: email, address: ip });
    return ok({ ok: true });
  };
}
