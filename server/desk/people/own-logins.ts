import { fieldText } from "#server/platform/texts/texts.ts";
import { newPasswordMistake } from "#server/authentication/new-password.ts";
import { hashPassword, passwordMatches } from "#server/authentication/passwords.ts";
import { ok, fail } from "#server/api/result.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import type { DeskServices } from "#server/desk/services.ts";
import { replacePassword } from "#server/operator/desk-people/passkeys.ts";
import { personByEmail, type DeskPerson } from "#server/operator/desk-people/people.ts";
import {
  endOtherLogins as endOthers,
  deskLoginLife,
  deskLogins,
  type DeskSession,
} from "#server/operator/desk-people/sessions.ts";
import { isFresh } from "./own-passkeys.ts";

type Needs = Pick<DeskServices, "db" | "now" | "brand" | "limits" | "security" | "knownBrowsers">;

async function answer({ db, now }: Needs, { id, issuer }: DeskPerson, session: DeskSession) {
  const logins = await deskLogins.list(db, id, deskLoginLife({ now: now(), issuer }));
  return ok({
    logins: logins.map(({ id: login, device, since, lastUsed }) => ({
      id: login,
      device,
      since: since.toISOString(),
      lastUsed: lastUsed.toISOString(),
      current: login === session.id,
    })),
  });
}

/** GET /logins: returns the person's own logins, newest first. */
export function logins(services: Needs): DeskHandler<"logins"> {
  return ({ person, session }) => answer(services, person, session);
}

/**
 * POST /logins/{id}/end: ends one of the person's own logins. The login used for this must have started within the last
 * half hour, so that a stolen one cannot lock its owner out.
 */
export function endLogin(services: Needs): DeskHandler<"endLogin"> {
  return async (request) => {
    const { params, person, session, ip } = request;
    if (!isFresh(services, request)) return fail("loginTooOld");
    const count = await deskLogins.end(services.db, person.id, params.id);
    if (count === 0) return fail("notFound");
    services.security.record("session.ended", { account: person.actor, address: ip, by: "desk", count });
    return answer(services, person, session);
  };
}

/** POST /logins/end-others: ends all of the person's other logins, under the same condition as `endLogin`. */
export function endOtherLogins(services: Needs): DeskHandler<"endOtherLogins"> {
  return async (request) => {
    const { person, session, ip } = request;
    if (!isFresh(services, request)) return fail("loginTooOld");
    const count = await endOthers(services.db, person.id, session.id);
    if (count > 0) services.security.record("session.ended", { account: person.actor, address: ip, by: "desk", count });
    return answer(services, person, session);
  };
}

/**
 * POST /password: changes the password; the current one is required. Attempts count as logins. The person's other
 * logins end.
 */
export function changePassword({ db, brand, limits, security, knownBrowsers }: Needs): DeskHandler<"changePassword"> {
  return async ({ body, person, session, ip, locale, cookies }) => {
    const event = { account: person.actor, address: ip, by: "password" };
    const deskLoginsPerPerson = knownBrowsers.countedFor({ cookies }, person.email);
    const taken = await limits.take({ deskLoginsPerAddress: ip, deskLoginsPerPerson }, ip);
    if (!taken.ok) return fail("tooMany", { retryAfter: taken.failure.retryAfter });
    const mistake = newPasswordMistake(body.newPassword, person.email, brand, body.password);
    if (mistake) return fail("passwordWeak", { mistake: fieldText(locale, mistake) });
    const from = (await personByEmail(db, person.email))?.passwordHash ?? null;
    const isRight = from !== null && (await passwordMatches(from, body.password));
    const to = isRight ? await hashPassword(body.newPassword) : "";
    const ended = isRight ? await replacePassword(db, { personId: person.id, from, to, except: session.id }) : null;
    if (ended === null) {
      security.record("login.failed", event);
      return fail("passwordWrong");
    }
    security.record("password.changed", event);
    if (ended > 0) security.record("session.ended", { ...event, count: ended });
    return ok({});
  };
}
