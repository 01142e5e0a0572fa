import { hashOfToken } from "#server/authentication/logins.ts";
import { randomUUID } from "node:crypto";
import { rolesIn, displayNames } from "#core/desk/provider-claims.ts";
import { returnPath } from "#core/desk/return-path.ts";
import { isSameSecret } from "#server/platform/http/secrets.ts";
import { secretsOf, type Identity } from "#server/platform/openid-provider.ts";
import { ok, fail, type Result } from "#server/api/result.ts";
import type { DeskHandler, DeskRequest } from "#server/desk/http/call.ts";
import type { DeskServices } from "#server/desk/services.ts";
import { startLoginAttempt, endLoginAttempt, LOGIN_ATTEMPT_MS } from "#server/operator/desk-people/login-attempts.ts";
import { beginProviderSession, endLoginsOf, upsertPerson } from "#server/operator/desk-people/provider-people.ts";
import { SESSION_COOKIE } from "#server/operator/desk-people/sessions.ts";
import { returnAddress, fromProvider } from "./me.ts";
import type { Begin } from "./begin.ts";

type Needs = Pick<DeskServices, "db" | "now" | "config" | "loginProvider" | "seals" | "security" | "log"> & {
  readonly begin: Begin;
};

/** The cookie of a login that was started at the provider. Only the browser that has it can complete the login. */
const ATTEMPT_COOKIE = "kasse-desk-login";

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
    laxCookies.keep(ATTEMPT_COOKIE, secret, LOGIN_ATTEMPT_MS / 1000);
    return ok({ url: asked.value });
  };
}

/** GET /login/return: completes the login when the provider sends back the browser that started it. */
export function providerReturn(services: Needs): DeskHandler<"providerReturn"> {
  return async (request) => {
    const { db, now, config, loginProvider, security } = services;
    const { query, laxCookies, ip } = request;
    if (!loginProvider) return fail("noProvider");
    const secret = laxCookies.read(ATTEMPT_COOKIE);
    const secrets = secret === null ? null : secretsOf(secret);
    if (!secrets || !isSameSecret(secrets.state, query.state ?? null)) return fail("loginLapsed");
    laxCookies.end(ATTEMPT_COOKIE);
    const started = await endLoginAttempt(db, secret, now());
    if (!started) return fail("loginLapsed");
    const returned = new URL(returnAddress(config));
    for (const [name, value] of Object.entries(query)) returned.searchParams.set(name, value ?? "");
    const asked = await fromProvider(services.log, loginProvider.identify(secrets, returned));
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
  request: Pick<DeskRequest, "cookies" | "userAgent" | "ip">,
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
  const write = (device: string | null) =>
    beginProviderSession(db, { person, subject, sid, issuedAt, idToken: sealed, id, device, now: now() });
  const me = await services.begin(request, { person, by: "provider", reason: roles.join(", "), insteadOf, write });
  return me ? ok(null) : fail("loginLapsed");
}
