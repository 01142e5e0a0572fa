import { DESK_FRESH_MS } from "#core/desk/roles.ts";
import { isUuid } from "#server/platform/ids.ts";
import { relyingPartyAt } from "#server/platform/webauthn.ts";
import { ok, fail } from "#server/api/result.ts";
import type { DeskHandler, DeskRequest } from "#server/desk/http/call.ts";
import type { DeskServices } from "#server/desk/services.ts";
import { addPasskey as add, deskPasskeys, removePasskey as remove } from "#server/operator/desk-people/passkeys.ts";
import { deskBaseUrl } from "./me.ts";
import { deviceOf } from "#server/authentication/known-browser.ts";

type Needs = Pick<DeskServices, "db" | "now" | "config" | "brand" | "security">;

/** Returns whether every person needs a passkey. */
export const areRequired = ({ deskLogin }: DeskServices["config"]): boolean =>
  deskLogin.provider === "invitations" && deskLogin.passkeys === "required";

/** Returns whether the login is recent enough to change passkeys and logins. */
export const isFresh = ({ now }: Pick<DeskServices, "now">, { session }: Pick<DeskRequest<"me">, "session">): boolean =>
  now().getTime() - session.since.getTime() <= DESK_FRESH_MS;

async function answer({ db, config }: Needs, personId: string) {
  const passkeys = await deskPasskeys.list(db, personId);
  return ok({
    passkeys: passkeys.map(({ id, device, since, lastUsed }) => ({
      id,
      device,
      since: since.toISOString(),
      lastUsed: lastUsed?.toISOString() ?? null,
    })),
    required: areRequired(config),
  });
}

/** GET /passkeys: returns the person's own passkeys. */
export function passkeys(services: Needs): DeskHandler<"passkeys"> {
  return ({ person }) => answer(services, person.id);
}

/**
 * POST /passkeys/options: returns the options for a discoverable passkey on an authenticator that verifies its user.
 */
export function passkeyOptions(services: Needs): DeskHandler<"passkeyOptions"> {
  return async (request) => {
    const { db, now, brand, config } = services;
    if (!isFresh(services, request)) return fail("loginTooOld");
    const { id, email } = request.person;
    const owner = { party: relyingPartyAt(deskBaseUrl(config)), of: brand.name, id, email };
    return ok(await deskPasskeys.optionsToAdd(db, owner, now()));
  };
}

/** POST /passkeys: stores the public key of a passkey that has signed this person's challenge. */
export function addPasskey(services: Needs): DeskHandler<"addPasskey"> {
  return async (request) => {
    const { db, now, config, security } = services;
    const { body, person, session, userAgent, ip } = request;
    if (!isFresh(services, request)) return fail("loginTooOld");
    const party = relyingPartyAt(deskBaseUrl(config));
    const added = await deskPasskeys.provenNew(db, body, person.id, party, now());
    const device = deviceOf(userAgent);
    const isAdded = added !== null && (await add(db, { ...added, personId: person.id, session, device, now: now() }));
    if (!isAdded) return fail("passkeyRefused");
    security.record("passkey.added", { account: person.actor, address: ip });
    return answer(services, person.id);
  };
}

/** POST /passkeys/{id}/remove: removes one of the person's own passkeys. */
export function removePasskey(services: Needs): DeskHandler<"removePasskey"> {
  return async (request) => {
    const { db, config, security } = services;
    const { params, person, ip } = request;
    if (!isFresh(services, request)) return fail("loginTooOld");
    const keepLast = areRequired(config);
    const removed = isUuid(params.id) ? await remove(db, person.id, params.id, { keepLast }) : "unknown";
    if (removed === "unknown") return fail("notFound");
    if (removed === "last") return fail("lastPasskey");
    security.record("passkey.removed", { account: person.actor, address: ip });
    return answer(services, person.id);
  };
}
