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

/** The person who is logged in, and the person's login. */
type LoggedIn = { readonly person: DeskPerson; readonly session: DeskSession };

export type NoCaller = "loginNeeded" | "passkeyMissing";

/** What a permit is checked for: the name of a call, or `preview`, and the order that it names. */
type Asked = { readonly what: string; readonly named: string | null };

/** Access control. No other code identifies callers or checks their permits. */
export type Door = {
  /**
   * Returns the caller. The caller must be logged in, be the person that the page shows, and have a passkey if one is
   * required; otherwise returns the reason for the refusal.
   */
  callerOf(
    request: FastifyRequest,
    reply: FastifyReply,
    call: Pick<DeskCall, "passive" | "beforePasskey">,
  ): Promise<LoggedIn | NoCaller>;
  /** Returns whether a person has a permit. If not, records the attempt in the audit log. */
  hasPermit(person: DeskPerson, permit: DeskPermit, asked: Asked): Promise<boolean>;
};

export function createDoor(needs: {
  readonly db: Database;
  readonly now: Clock;
  readonly secure: boolean;
  /** The login provider; null if people are invited. */
  readonly issuer: string | null;
  /** Whether a person who has no passkey yet may only add one. */
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
 * Returns a function that checks access to something that is not a call, such as a preview. It returns why access is
 * refused; null if it is allowed.
 */
export function refusing(permit: DeskPermit, what: string, door: Door) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<NoCaller | "forbidden" | null> => {
    const caller = isSentBy({}, request) ? await door.callerOf(request, reply, {}) : "loginNeeded";
    if (typeof caller === "string") return caller;
    return (await door.hasPermit(caller.person, permit, { what, named: null })) ? null : "forbidden";
  };
}

/**
 * How long finding out who is logged in may take, in ms. It reads one row by its key, so it only takes longer if the
 * database does not respond at all.
 */
const LOGIN_MS = 5000;

/**
 * Waits for the database to tell who is logged in, and throws Unavailable if that takes too long. The desk shares the
 * connections of the jobs, whose statements may take four times as long, and every call reads the login first. With
 * this limit, a person soon sees that the database is down, instead of a network error later.
 */
function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const timer = new AbortController();
  const late = delay(LOGIN_MS, null, { signal: timer.signal }).then(
    () => {
      throw new Unavailable(`the database did not answer within ${LOGIN_MS} ms`);
    },
    // The login was read in time, so it has already won the race.
    () => answer,
  );
  return Promise.race([answer, late]).finally(() => timer.abort());
}

/**
 * Returns whether a call comes from where its row in the table says, according to the browser's Fetch Metadata. This is
 * a second line of defence: pages of other sites can send neither strict cookies nor, without a preflight request,
 * JSON. Browsers without Fetch Metadata pass.
 */
export function isSentBy({ from }: Pick<DeskCall, "from">, { headers }: Pick<FastifyRequest, "headers">): boolean {
  const site = headers["sec-fetch-site"];
  switch (from) {
    default:
      return site === undefined || site === "same-origin" || site === "none";
    // Any site may lead the browser here, but only to a top-level page: not in a frame, as a picture or by a script.
    case "navigation":
      return site === undefined || headers["sec-fetch-dest"] === "document";
    case "system":
      return site === undefined;
  }
}
