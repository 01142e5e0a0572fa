import type { FastifyReply, FastifyRequest } from "fastify";
import type { DeskCall } from "#contract/call.ts";
import { SHOWN_PERSON } from "#contract/desk/paths.ts";
import { permitsOf, type DeskPermit } from "#core/desk/roles.ts";
import type { DeskPerson } from "#server/operator/desk-people/people.ts";
import { personOfSession, SESSION_COOKIE, type DeskSession } from "#server/operator/desk-people/sessions.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import { cookiesOf } from "#server/platform/http/cookies.ts";
import type { DeskServices } from "#server/desk/services.ts";
import { refusedBy } from "./recorded.ts";
import { setTimeout as delay } from "node:timers/promises";
import { Unavailable } from "#server/platform/unavailable.ts";

/** The person who is logged in, and the login. */
type LoggedIn = { readonly person: DeskPerson; readonly session: DeskSession };

export type NoCaller = "loginNeeded" | "passkeyMissing";

/** The request for which a permit is checked: the name of a call, or `preview`; and the order that it names. */
type Asked = { readonly what: string; readonly named: string | null };

/** Access control: the only place that identifies callers and checks their permits. */
export type Door = {
  /**
   * Returns the caller, if logged in, the person that the page shows, and with a passkey where one is required;
   * otherwise the reason.
   */
  callerOf(
    request: FastifyRequest,
    reply: FastifyReply,
    call: Pick<DeskCall, "passive" | "beforePasskey">,
  ): Promise<LoggedIn | NoCaller>;
  /** Returns whether a person has a permit. If not, the attempt is recorded in the audit log. */
  hasPermit(person: DeskPerson, permit: DeskPermit, asked: Asked): Promise<boolean>;
};

export function createDoor(needs: {
  readonly db: Database;
  readonly now: Clock;
  readonly secure: boolean;
  /** The login provider; null if people are invited. */
  readonly issuer: string | null;
  /** Whether a login without a passkey can only add one. */
  readonly needsPasskey: boolean;
  readonly record: DeskServices["record"];
}): Door {
  const { db, now, secure, issuer, needsPasskey, record } = needs;
  return {
    async callerOf(request, reply, { passive, beforePasskey }) {
      const token = cookiesOf(request, reply, { secure, sameSite: "strict" }).read(SESSION_COOKIE);
      const caller = await inTime(personOfSession(db, token, { now: now(), issuer, passive: passive === true }));
      const shown = request.headers[SHOWN_PERSON];
      if (!caller || (shown !== undefined && shown !== caller.person.id)) return "loginNeeded";
      if (needsPasskey && !caller.session.withPasskey && !beforePasskey) return "passkeyMissing";
      return caller;
    },
    async hasPermit(person, permit, { what, named }) {
      if (permitsOf(person.roles).includes(permit)) return true;
      const ended = await record({ actor: person.actor, action: `desk refused ${what}`, named, reason: permit });
      await ended(refusedBy("forbidden"));
      return false;
    },
  };
}

/**
 * Returns a function that checks access to something that is not a call, such as a preview. It returns the reason for a
 * refusal; null if access is allowed.
 */
export function refusing(permit: DeskPermit, what: string, door: Door) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<NoCaller | "forbidden" | null> => {
    const caller = isSentBy({}, request) ? await door.callerOf(request, reply, {}) : "loginNeeded";
    if (typeof caller === "string") return caller;
    return (await door.hasPermit(caller.person, permit, { what, named: null })) ? null : "forbidden";
  };
}

/**
 * Timeout of finding out who is logged in, in ms: it reads one row by its key, which takes longer only if the database
 * does not answer at all.
 */
const LOGIN_MS = 5000;

/**
 * Returns the database's answer about a login, or throws Unavailable after the timeout. The desk shares the connections
 * of the jobs, whose statements may be silent for four times as long, and every call reads the login first. This way a
 * person soon sees that the database is down, instead of a network error later.
 */
function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const timer = new AbortController();
  const late = delay(LOGIN_MS, null, { signal: timer.signal }).then(
    () => {
      throw new Unavailable(`the database did not answer within ${LOGIN_MS} ms`);
    },
    // The answer was in time, so it has already won the race.
    () => answer,
  );
  return Promise.race([answer, late]).finally(() => timer.abort());
}

/**
 * Returns whether the sender of a call is the one that its row in the table allows, by the browser's Fetch Metadata.
 * This is a second line of defence: pages of other sites send no strict cookie, and no JSON without a preflight
 * request. Browsers without Fetch Metadata pass.
 */
export function isSentBy({ from }: Pick<DeskCall, "from">, { headers }: Pick<FastifyRequest, "headers">): boolean {
  const site = headers["sec-fetch-site"];
  switch (from) {
    default:
      return site === undefined || site === "same-origin" || site === "none";
    // From any site, but as a top-level page: not in a frame, as a picture or by a script.
    case "navigation":
      return site === undefined || headers["sec-fetch-dest"] === "document";
    case "system":
      return site === undefined;
  }
}
