import type { CredentialOptions } from "#contract/schemas/account.ts";
import { relyingPartyAt, optionsToLogIn, usedCredential } from "#server/platform/webauthn.ts";
import { ok, fail } from "#server/calls/result.ts";
import type { DeskHandler, DeskRequest } from "#server/desk/http/call.ts";
import type { DeskServices } from "#server/desk/services.ts";
import {
  beginPasskeySession,
  keepChallenge,
  notePasskeyUse,
  passkeysOf,
  takeChallenge,
} from "#server/operator/people/passkeys.ts";
import { passkeyWith, type DeskPerson } from "#server/operator/people/people.ts";
import { deskAddress } from "./addresses.ts";
import { begin, type BeginNeeds } from "./begin.ts";

type Needs = BeginNeeds & Pick<DeskServices, "limits">;
type OptionNeeds = Pick<Needs, "db" | "now" | "config">;

/** Options for a login: with any passkey of the desk, or with one of a person who has entered the right password. */
export async function passkeyOptionsOf(
  { db, now, config }: OptionNeeds,
  personId: string | null,
): Promise<CredentialOptions> {
  const known = personId === null ? [] : await passkeysOf(db, personId);
  const credentials = known.map(({ credentialId }) => credentialId);
  const options = await optionsToLogIn(relyingPartyAt(deskAddress(config)), credentials);
  await keepChallenge(db, options.challenge, { purpose: "login", personId }, now());
  return { ...options };
}

/** POST /login/passkey/options: a challenge for any passkey of the desk. It reveals nobody, because it names nobody. */
export function passkeyLoginOptions(services: Needs): DeskHandler<"passkeyLoginOptions"> {
  return async ({ ip }) => {
    const taken = await services.limits.take({ deskLoginsPerAddress: ip }, ip);
    if (!taken.ok) return fail("tooMany", { retryAfter: taken.failure.retryAfter });
    return ok(await passkeyOptionsOf(services, null));
  };
}

/** POST /login/passkey: logs in the owner of the passkey that has signed the challenge. The authenticator has verified its user, so no password is needed. */
export function passkeyLogin(services: Needs): DeskHandler<"passkeyLogin"> {
  return async (request) => {
    const { db, now, limits, security } = services;
    const { ip } = request;
    const taken = await limits.take({ deskLoginsPerAddress: ip }, ip);
    if (!taken.ok) return fail("tooMany", { retryAfter: taken.failure.retryAfter });
    const { person, isProven } = await personWithPasskey(services, request.body);
    if (!person || !isProven) {
      security.record("login.failed", { account: person?.actor ?? null, address: ip, by: "passkey" });
      return fail("passkeyRefused");
    }
    const { id: credentialId } = request.body;
    const write = (device: string | null) => beginPasskeySession(db, { person, credentialId, device, now: now() });
    const me = await begin(services, request, { person, by: "passkey", write });
    return me ? ok(me) : fail("passkeyRefused");
  };
}

/** The owner of the passkey, and whether it has signed a recent challenge that was sent to this person or to nobody in particular. */
async function personWithPasskey(
  { db, now, config }: OptionNeeds,
  body: DeskRequest<"passkeyLogin">["body"],
): Promise<{ readonly person: DeskPerson | null; readonly isProven: boolean }> {
  const sent = await takeChallenge(db, body.response.clientDataJSON, "login", now());
  const known = await passkeyWith(db, body.id);
  if (!sent || !known) return { person: known?.person ?? null, isProven: false };
  const { person, credential } = known;
  if (sent.personId !== null && sent.personId !== person.id) return { person, isProven: false };
  const party = relyingPartyAt(deskAddress(config));
  const count = await usedCredential(body, { challenge: sent.challenge, party, credential });
  return { person, isProven: count !== null && (await notePasskeyUse(db, credential, count, now())) };
}
