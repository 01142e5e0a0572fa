import { hashOfToken } from "#server/authentication/logins.ts";
import { ok, fail } from "#server/api/result.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import type { DeskServices } from "#server/desk/services.ts";
import { DocumentKeyError } from "#server/platform/encryption/keys.ts";
import { endProviderSessions } from "#server/operator/desk-people/provider-people.ts";
import { endSession, SESSION_COOKIE } from "#server/operator/desk-people/sessions.ts";
import { loginPageAddress, fromProvider } from "./me.ts";

/** Maximum length of an ID token that is put into a URL, in characters. */
const LONGEST_HINT = 6000;

/** POST /logout: ends the login of this browser, and returns the URL that ends the login at the provider. */
export function logout(
  services: Pick<DeskServices, "config" | "db" | "log" | "loginProvider" | "record" | "seals" | "security">,
): DeskHandler<"logout"> {
  return async ({ cookies, person }) => {
    const { db, security, record } = services;
    const token = cookies.read(SESSION_COOKIE);
    await record({ actor: person.actor, action: "desk logout", named: null, reason: null });
    const ended = token === null ? null : await endSession(db, hashOfToken(token));
    cookies.end(SESSION_COOKIE);
    security.record("logout", { account: person.actor });
    return ok({ provider: ended === null ? null : await logoutAddress(services, ended) });
  };
}

/**
 * Returns the URL that also ends the login at the provider; null if there is none, or if the provider does not respond.
 */
async function logoutAddress(
  { log, loginProvider, seals, config }: Pick<DeskServices, "log" | "loginProvider" | "seals" | "config">,
  { id, idToken }: { readonly id: string; readonly idToken: string | null },
): Promise<string | null> {
  if (!loginProvider || idToken === null) return null;
  // Without this hint, the provider will ask the person to confirm the logout.
  const hint = await seals.open(idToken, id).catch((error: unknown) => {
    if (error instanceof DocumentKeyError) return null;
    throw error;
  });
  const short = hint !== null && hint.length <= LONGEST_HINT ? hint : null;
  const asked = await fromProvider(log, loginProvider.logoutAddress(short, loginPageAddress(config)));
  return asked.ok ? asked.value : null;
}

/**
 * POST /login/provider-logout: the provider reports that a login, or all logins of a person, have ended there (OpenID
 * Connect Back-Channel Logout 1.0, 2.5).
 */
export function providerLogout(
  services: Pick<DeskServices, "db" | "limits" | "log" | "loginProvider" | "now" | "record" | "security">,
): DeskHandler<"providerLogout"> {
  return async ({ body, ip }) => {
    const { db, now, limits, loginProvider, record, security } = services;
    const taken = await limits.take({ deskLogoutsPerAddress: ip }, ip);
    if (!taken.ok) return fail("tooMany", { retryAfter: taken.failure.retryAfter });
    if (!loginProvider) return fail("noProvider");
    const asked = await fromProvider(services.log, loginProvider.readLogoutToken(body.logout_token, now()));
    if (!asked.ok) return asked;
    const token = asked.value;
    const ended = token && (await endProviderSessions(db, loginProvider.issuer, token, now()));
    if (!ended) {
      security.record("webhook.forged", { address: ip, route: "logout token", reason: token ? "replayed" : "invalid" });
      return fail("logoutTokenWrong");
    }
    for (const actor of new Set(ended.map((person) => person.actor))) {
      await record({ actor, action: "desk logout by the provider", named: null, reason: null });
      security.record("session.ended", { account: actor, by: "provider" });
    }
    return ok({});
  };
}
