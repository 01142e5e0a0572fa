import type { Me } from "#contract/desk/answers.ts";
import { DESK_ROLES, permitsOf } from "#core/desk/roles.ts";
import { DESK_TOTAL_MS } from "#core/desk/session-life.ts";
import { fromChf, toChf } from "#core/money.ts";
import { deviceOf } from "#server/sale/account/device.ts";
import { newPasswordMistake } from "#server/sale/account/new-password.ts";
import { hashPassword, passwordMatches, spendPasswordTime } from "#server/sale/identity/passwords.ts";
import { normaliseEmail } from "#server/sale/identity/accounts.ts";
import { done, failed, type DeskHandler, type DeskRequest } from "#server/desk/http/call.ts";
import type { DeskServices } from "#server/desk/services.ts";
import {
  acceptInvitation as accept,
  invitedPerson,
  personByEmail,
  type DeskPerson,
} from "#server/operator/people/people.ts";
import { beginSession, endSession, SESSION_COOKIE } from "#server/operator/people/sessions.ts";

type Needs = Pick<DeskServices, "db" | "now" | "limits" | "security" | "brand" | "config" | "record">;

/** Who is logged in, as the browser needs it. */
function meOf({ brand, config }: Pick<Needs, "brand" | "config">, { name, email, roles }: DeskPerson): Me {
  const ordered = DESK_ROLES.filter((role) => roles.includes(role));
  const refundLimit = toChf(fromChf(config.deskRefundLimit));
  return { name, email, roles: ordered, permits: permitsOf(ordered), brand: brand.name, refundLimit };
}

/** GET /me: who is logged in. */
export function me(services: Needs): DeskHandler<"me"> {
  return async ({ person }) => done(meOf(services, person));
}

/** POST /login: one failure for every wrong login, which takes as long, so that nobody learns who works here. */
export function login(services: Needs): DeskHandler<"login"> {
  return async (request) => {
    const { body, ip } = request;
    const email = normaliseEmail(body.email);
    const event = { account: email, address: ip, by: "password" };
    const taken = await services.limits.take({ deskLoginsPerAddress: ip, deskLoginsPerPerson: email }, ip);
    if (!taken.ok) {
      if (taken.exceeded === "deskLoginsPerPerson") services.security.record("lockout", event);
      return failed("tooMany", { retryAfter: taken.failure.retryAfter });
    }
    const person = await personByEmail(services.db, email);
    const isRight = person?.passwordHash
      ? await passwordMatches(person.passwordHash, body.password)
      : await spendPasswordTime(body.password).then(() => false);
    if (!person || !isRight) {
      services.security.record("login.failed", event);
      return failed("loginWrong");
    }
    return done(await begin(services, request, person, "password"));
  };
}

/** Begins a login, and ends the one that this browser had. */
async function begin(
  { db, now, security, record, ...services }: Needs,
  { cookies, userAgent, ip }: Pick<DeskRequest, "cookies" | "userAgent" | "ip">,
  person: DeskPerson,
  by: string,
): Promise<Me> {
  await record({ actor: person.email, action: "desk login", named: null, reason: null });
  const before = cookies.read(SESSION_COOKIE);
  if (before !== null) await endSession(db, before);
  const token = await beginSession(db, { personId: person.id, device: deviceOf(userAgent), now: now() });
  cookies.keep(SESSION_COOKIE, token, DESK_TOTAL_MS / 1000);
  security.record("login", { account: person.email, address: ip, by: `desk ${by}` });
  return meOf(services, person);
}

/** POST /logout: ends the login of this browser. */
export function logout({ db, security, record }: Needs): DeskHandler<"logout"> {
  return async ({ cookies, person }) => {
    const token = cookies.read(SESSION_COOKIE);
    await record({ actor: person.email, action: "desk logout", named: null, reason: null });
    if (token !== null) await endSession(db, token);
    cookies.end(SESSION_COOKIE);
    security.record("logout", { account: person.email });
    return done(null);
  };
}

/** POST /invitation: whom an invitation is for, before a password is chosen. */
export function invitation({ db, now, limits }: Needs): DeskHandler<"invitation"> {
  return async ({ body, ip }) => {
    const taken = await limits.take({ deskLoginsPerAddress: ip }, ip);
    if (!taken.ok) return failed("tooMany", { retryAfter: taken.failure.retryAfter });
    const person = await invitedPerson(db, body.secret, now());
    return person ? done({ name: person.name, email: person.email }) : failed("invitationDead");
  };
}

/** POST /invitation/accept: sets the password of somebody who was invited, once, and logs in. */
export function acceptInvitation(services: Needs): DeskHandler<"acceptInvitation"> {
  return async (request) => {
    const { db, now, limits, brand, security } = services;
    const { secret, password } = request.body;
    const taken = await limits.take({ deskLoginsPerAddress: request.ip }, request.ip);
    if (!taken.ok) return failed("tooMany", { retryAfter: taken.failure.retryAfter });
    const invited = await invitedPerson(db, secret, now());
    if (!invited) return failed("invitationDead");
    const mistake = newPasswordMistake(password, invited.email, brand);
    if (mistake) return failed("passwordWeak", { mistake });
    const person = await accept(db, { secret, passwordHash: await hashPassword(password), now: now() });
    if (!person) return failed("invitationDead");
    security.record("password.changed", { account: person.email, address: request.ip });
    return done(await begin(services, request, person, "invitation"));
  };
}
