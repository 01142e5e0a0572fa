import { deviceOf } from "#server/authentication/known-browser.ts";
import { hashOfToken } from "#server/authentication/logins.ts";
import type { Me } from "#contract/desk/people-answers.ts";
import type { DeskRequest } from "#server/desk/http/call.ts";
import type { DeskServices } from "#server/desk/services.ts";
import type { DeskPerson } from "#server/operator/desk-people/people.ts";
import { endSession, lifeOf, SESSION_COOKIE, type DeskSession } from "#server/operator/desk-people/sessions.ts";
import { meOf } from "./me.ts";

type Login = {
  readonly person: DeskPerson;
  /** The login method, such as `password`. */
  readonly by: string;
  /** The reason to write into the audit log. */
  readonly reason?: string;
  /** The browser's previous login, if the cookie for it was not sent. */
  readonly insteadOf?: Buffer | null;
  /** Stores the login; returns null if it has to be refused after all. */
  readonly write: (device: string | null) => Promise<(DeskSession & { readonly token: string }) | null>;
};

/**
 * Records a login in the audit log, starts it, and ends the browser's previous login. Returns null if `write` refuses
 * it.
 */
export type Begin = (request: Pick<DeskRequest, "cookies" | "userAgent" | "ip">, login: Login) => Promise<Me | null>;

/** Creates `Begin`, the last step of every login method. */
export function createBegin({
  db,
  security,
  brand,
  record,
  knownBrowsers,
}: Pick<DeskServices, "db" | "security" | "brand" | "record" | "knownBrowsers">): Begin {
  return async ({ cookies, userAgent, ip }, { person, by, reason, insteadOf, write }) => {
    const ended = await record({ actor: person.actor, action: "desk login", named: null, reason: reason ?? null });
    const token = cookies.read(SESSION_COOKIE);
    for (const before of [insteadOf, token === null ? null : hashOfToken(token)])
      if (before) await endSession(db, before);
    const session = await write(deviceOf(userAgent));
    if (!session) {
      await ended({ kind: "failed" });
      return null;
    }
    cookies.keep(SESSION_COOKIE, session.token, lifeOf(person.issuer) / 1000);
    // A person who logs in at a provider has no password here that could be guessed.
    if (person.issuer === null) knownBrowsers.remember({ cookies }, person.email);
    security.record("login", { account: person.actor, address: ip, by: `desk ${by}` });
    return meOf(brand, person, session);
  };
}
