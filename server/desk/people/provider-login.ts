import { hashOfToken } from "#server/authentication/logins.ts";
import { randomUUID } from "node:crypto";
import { rolesIn, displayNames } from "#core/desk/provider-claims.ts";
import { returnPath } from "#core/desk/return-path.ts";
import { keepVisit, takeVisit, type VisitCookies } from "#server/platform/visit-cookies.ts";
import { secretsOf, type Identity } from "#server/platform/openid-provider.ts";
import { ok, fail, type Result } from "#server/api/result.ts";
import type { DeskHandler, DeskRequest } from "#server/desk/http/call.ts";
import type { DeskServices } from "#server/desk/services.ts";
import { startLoginAttempt, endLoginAttempt, LOGIN_ATTEMPT_MS } from "#server/operator/desk-people/login-attempts.ts";
import { beginProviderSession, endLoginsOf, upsertPerson } from "#server/operator/desk-people/provider-people.ts";
import { endSession, SESSION_COOKIE } from "#server/operator/desk-people/sessions.ts";
import { returnAddress, fromProvider } from "./me.ts";
import type { Begin } from "./begin.ts";

type Needs = Pick<DeskServices, "db" | "now" | "config" | "loginProvider" | "seals" | "security" | "log"> & {
  readonly begin: Begin;
};

const ATTEMPTS: VisitCookies = { name: "kasse-desk-login", seconds: LOGIN_ATTEMPT_MS / 1000 };

/**
 * The cookie with the hash of the browser's newest login, so that a login which another tab started before it replaces
 * it. The login's own cookie is not sent when the browser returns from another site.
 */
const NEWEST_COOKIE = "kasse-desk-newest";
/** A SHA-256 as hexadecimal digits. */
const HASH = /^[0-9a-f]{64}$/;

/**
 * POST /login/provider: starts a login. Only pages of the desk can call this, so that other sites cannot log a person
 * in.
 */
export function beginProviderLogin(
  services: Pick<DeskServices, "db" | "now" | "config" | "limits" | "loginProvider" | "log">,
): DeskHandler<"beginProviderLogin"> {
  return async ({ body, ip, cookies, laxCookies }) => {
    const { db, now, config, limits, loginProvider } = services;
    if (!loginProvider) return fail("noProvider");
    const taken = await limits.take({ deskLoginsPerAddress: ip }, ip);
    if (!taken.ok) return fail("tooMany", { retryAfter: taken.failure.retryAfter });
    const token = cookies.read(SESSION_COOKIE);
    const insteadOf = token === null ? null : hashOfToken(token);
    const secret = await startLoginAttempt(db, { page: returnPath(body.page), insteadOf }, now());
    const asked = await fromProvider(
      services.log,
      loginProvider.loginAddress(secretsOf(secret), returnAddress(config)),
    );
    if (!asked.ok) return asked;
    keepVisit(laxCookies, ATTEMPTS, secret);
    return ok({ url: asked.value });
  };
}

/** GET /login/return: completes the login when the provider sends back the browser that started it. */
export function providerReturn(services: Needs): DeskHandler<"providerReturn"> {
  return async (request) => {
    const { db, now, config, loginProvider, security } = services;
    const { query, laxCookies, ip } = request;
    if (!loginProvider) return fail("noProvider");
    const visit = takeVisit(laxCookies, ATTEMPTS, query.state ?? null);
    if (!visit) return fail("loginLapsed");
    const started = await endLoginAttempt(db, visit.secret, now());
    if (!started) return fail("loginLapsed");
    const returned = new URL(returnAddress(config));
    for (const [name, value] of Object.entries(query)) returned.searchParams.set(name, value ?? "");
    const asked = await fromProvider(services.log, loginProvider.identify(visit.secrets, returned));
    if (!asked.ok) return asked;
    const answer = asked.value;
    const result =
      answer.kind === "identified"
        ? await logIn(services, request, loginProvider.issuer, { ...answer.identity, ...started })
        : fail(REFUSED[answer.kind]);
    if (result.ok) return ok({ page: started.page });
    security.record("login.failed", { address: ip, by: "desk provider", reason: result.failure.name });
    return result;
  };
}

const REFUSED = { denied: "providerDenied", invalid: "identityInvalid" } as const;

/** Logs in a person whom the provider has identified and who has a role at the desk. */
async function logIn(
  services: Needs,
  request: Pick<DeskRequest, "cookies" | "laxCookies" | "userAgent" | "ip">,
  issuer: string,
  { subject, claims, sid, issuedAt, idToken, insteadOf }: Identity & { readonly insteadOf: Buffer | null },
): Promise<Result<null, "noRole" | "personDisabled" | "loginLapsed">> {
  const { db, now, seals, security } = services;
  const { deskLogin } = services.config;
  const roles = deskLogin.provider === "oidc" ? rolesIn(claims, deskLogin.rolesClaim, deskLogin.roleValues) : [];
  if (roles.length === 0) {
    const count = await endLoginsOf(db, { issuer, subject });
    if (count > 0) security.record("session.ended", { by: "provider", count, reason: "noRole" });
    return fail("noRole");
  }
  const person = await upsertPerson(db, { issuer, subject }, { ...displayNames(claims, subject), roles });
  if (person.isDisabled) return fail("personDisabled");
  const id = randomUUID();
  const sealed = await seals.seal(idToken, id);
  const newest = request.laxCookies.read(NEWEST_COOKIE);
  if (newest !== null && HASH.test(newest)) await endSession(db, Buffer.from(newest, "hex"));
  const write = async (device: string | null) => {
    const session = await beginProviderSession(db, {
      person,
      subject,
      sid,
      issuedAt,
      idToken: sealed,
      id,
      device,
      now: now(),
    });
    if (session)
      request.laxCookies.keep(NEWEST_COOKIE, hashOfToken(session.token).toString("hex"), LOGIN_ATTEMPT_MS / 1000);
    return session;
  };
  const me = await services.begin(request, { person, by: "provider", reason: roles.join(", "), insteadOf, write });
  return me ? ok(null) : fail("loginLapsed");
}
