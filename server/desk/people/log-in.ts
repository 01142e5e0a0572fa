import { fieldText } from "#server/platform/texts/texts.ts";
import { newPasswordMistake } from "#server/authentication/new-password.ts";
import { hashPassword, passwordMatches, spendHashingTime } from "#server/authentication/passwords.ts";
import { normaliseEmail } from "#server/sale/identity/accounts.ts";
import { ok, fail, type Result } from "#server/api/result.ts";
import type { DeskHandler, DeskRequest } from "#server/desk/http/call.ts";
import type { DeskServices } from "#server/desk/services.ts";
import { acceptInvitation as accept, invitedPerson } from "#server/operator/desk-people/invitations.ts";
import { beginPasswordSession, deskPasskeys } from "#server/operator/desk-people/passkeys.ts";
import { personByEmail, type DeskPerson } from "#server/operator/desk-people/people.ts";
import type { Begin } from "./begin.ts";
import { passkeyOptionsOf } from "./passkey-login.ts";

type Needs = Pick<DeskServices, "db" | "now" | "config" | "brand" | "limits" | "security" | "knownBrowsers"> & {
  readonly begin: Begin;
};

/**
 * POST /login. Every wrong login fails in the same way and takes equally long, so that it does not reveal who works
 * here. For a person with a passkey, the password alone is not enough.
 */
export function login(services: Needs): DeskHandler<"login"> {
  return async (request) => {
    const { db, now } = services;
    const found = await personWithPassword(services, request);
    if (!found.ok) return found;
    const { passwordHash, ...person } = found.value;
    const needed = async () => fail("passkeyNeeded", { options: await passkeyOptionsOf(services, person.id) });
    if ((await deskPasskeys.list(db, person.id)).length > 0) return needed();
    const write = (device: string | null) => beginPasswordSession(db, { person, passwordHash, device, now: now() });
    const me = await services.begin(request, { person, by: "password", write });
    if (me) return ok(me);
    return (await deskPasskeys.list(db, person.id)).length > 0 ? needed() : fail("loginWrong");
  };
}

/**
 * Returns the person with this e-mail address and password, or a failure if there is none or there were too many
 * attempts.
 */
async function personWithPassword(
  { db, limits, security, knownBrowsers }: Needs,
  { body: typed, ip, cookies }: Pick<DeskRequest<"login">, "body" | "ip" | "cookies">,
): Promise<Result<DeskPerson & { readonly passwordHash: string }, "loginWrong" | "tooMany">> {
  const email = normaliseEmail(typed.email);
  const event = { account: email, address: ip, by: "password" };
  const deskLoginsPerPerson = knownBrowsers.countedFor({ cookies }, email);
  const taken = await limits.take({ deskLoginsPerAddress: ip, deskLoginsPerPerson }, ip);
  if (!taken.ok) {
    if (taken.exceeded === "deskLoginsPerPerson") security.record("lockout", event);
    return fail("tooMany", { retryAfter: taken.failure.retryAfter });
  }
  const person = await personByEmail(db, email);
  const passwordHash = person?.passwordHash ?? null;
  if (person && passwordHash !== null) {
    if (await passwordMatches(passwordHash, typed.password)) return ok({ ...person, passwordHash });
  } else await spendHashingTime(typed.password);
  security.record("login.failed", event);
  return fail("loginWrong");
}

/** POST /invitation: returns the person who was invited, before a password is chosen. */
export function invitation({ db, now, limits }: Pick<Needs, "db" | "now" | "limits">): DeskHandler<"invitation"> {
  return async ({ body, ip }) => {
    const taken = await limits.take({ deskLoginsPerAddress: ip }, ip);
    if (!taken.ok) return fail("tooMany", { retryAfter: taken.failure.retryAfter });
    const person = await invitedPerson(db, body.secret, now());
    return person ? ok({ name: person.name, email: person.email }) : fail("invitationDead");
  };
}

/** POST /invitation/accept: sets the password of an invited person, once, and logs the person in. */
export function acceptInvitation(services: Needs): DeskHandler<"acceptInvitation"> {
  return async (request) => {
    const { db, now, limits, brand, security } = services;
    const { secret, password } = request.body;
    const taken = await limits.take({ deskLoginsPerAddress: request.ip }, request.ip);
    if (!taken.ok) return fail("tooMany", { retryAfter: taken.failure.retryAfter });
    const invited = await invitedPerson(db, secret, now());
    if (!invited) return fail("invitationDead");
    const mistake = newPasswordMistake(password, invited.email, brand);
    if (mistake) return fail("passwordWeak", { mistake: fieldText(request.locale, mistake) });
    const passwordHash = await hashPassword(password);
    const person = await accept(db, { secret, passwordHash, now: now() });
    if (!person) return fail("invitationDead");
    security.record("password.changed", { account: person.actor, address: request.ip });
    const write = (device: string | null) => beginPasswordSession(db, { person, passwordHash, device, now: now() });
    const me = await services.begin(request, { person, by: "invitation", write });
    return me ? ok(me) : fail("invitationDead");
  };
}
