import { relyingPartyAt } from "#server/platform/webauthn.ts";
import { ok, fail } from "#server/api/result.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import type { DeskServices } from "#server/desk/services.ts";
import { beginPasskeySession, deskPasskeys } from "#server/operator/desk-people/passkeys.ts";
import { passkeyWith } from "#server/operator/desk-people/people.ts";
import { deskBaseUrl } from "./me.ts";
import type { Begin } from "./begin.ts";

/**
 * Returns the options for a login with any passkey of the desk or, after the right password, with one of that person's.
 */
export const passkeyOptionsOf = (
  { db, now, config }: Pick<DeskServices, "db" | "now" | "config">,
  personId: string | null,
) => deskPasskeys.optionsToLogIn(db, relyingPartyAt(deskBaseUrl(config)), personId, now());

/**
 * POST /login/passkey/options: returns a challenge for any passkey of the desk. It names no person, so it reveals none.
 */
export function passkeyLoginOptions(
  services: Pick<DeskServices, "db" | "now" | "config" | "limits">,
): DeskHandler<"passkeyLoginOptions"> {
  return async ({ ip }) => {
    const taken = await services.limits.take({ deskLoginsPerAddress: ip }, ip);
    if (!taken.ok) return fail("tooMany", { retryAfter: taken.failure.retryAfter });
    return ok(await passkeyOptionsOf(services, null));
  };
}

/**
 * POST /login/passkey: logs in the owner of the passkey that signed the challenge. It needs no password, because the
 * authenticator has verified its user.
 */
export function passkeyLogin(
  services: Pick<DeskServices, "db" | "now" | "config" | "limits" | "security"> & { readonly begin: Begin },
): DeskHandler<"passkeyLogin"> {
  return async (request) => {
    const { db, now, limits, security } = services;
    const { ip } = request;
    const taken = await limits.take({ deskLoginsPerAddress: ip }, ip);
    if (!taken.ok) return fail("tooMany", { retryAfter: taken.failure.retryAfter });
    const { id: credentialId } = request.body;
    const found = await passkeyWith(db, credentialId);
    const known = found && { of: found.person.id, credential: found.credential };
    const party = relyingPartyAt(deskBaseUrl(services.config));
    const proof = await deskPasskeys.prove(db, request.body, party, known, now());
    const who = { account: found?.person.actor ?? null, address: ip };
    if (!proof.ok || !found) {
      const isCopied = !proof.ok && proof.why === "copied";
      security.record("login.failed", { ...who, by: "passkey", ...(isCopied && { reason: "countNotRisen" }) });
      return fail(isCopied ? "passkeyCopied" : "passkeyRefused");
    }
    if (proof.isBehind) security.record("passkey.behind", who);
    const { person } = found;
    const write = (device: string | null) => beginPasskeySession(db, { person, credentialId, device, now: now() });
    const me = await services.begin(request, { person, by: "passkey", write });
    return me ? ok(me) : fail("passkeyRefused");
  };
}
