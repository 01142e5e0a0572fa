import type { Readable } from "node:stream";
import type { DESK_CALLS, DeskAnswers, DeskBody, DeskFailuresOf, DeskParams, DeskQuery } from "#contract/desk/calls.ts";
import type { DeskCallName } from "#contract/desk/paths.ts";
import type { DeskPerson } from "#server/operator/desk-people/people.ts";
import type { DeskSession } from "#server/operator/desk-people/sessions.ts";
import type { Cookies } from "#server/platform/http/cookies.ts";
import type { Result } from "#server/api/result.ts";
import type { Request } from "#server/api/router.ts";

export type DeskCaller = {
  /** The person who is logged in and has the permit that the call needs; null only for calls without a login. */
  readonly person: DeskPerson | null;
  /** The person's login; null only for calls without a login. */
  readonly session: DeskSession | null;
  readonly cookies: Cookies;
  /** Cookies that the browser also sends when another site, such as the login provider, leads it here. */
  readonly laxCookies: Cookies;
  readonly userAgent: string | undefined;
  /** The id of the last event that the browser received before it lost the connection. */
  readonly lastEventId: string | null;
};

/** The caller, depending on the call: null for calls that need no login. */
type Person<Name extends DeskCallName> = (typeof DESK_CALLS)[Name]["who"] extends "anybody"
  ? { readonly [Each in "person" | "session"]: null }
  : { readonly [Each in "person" | "session"]: NonNullable<DeskCaller[Each]> };

/** A desk call as handlers get it, after parsing and checking. */
export type DeskRequest<Name extends DeskCallName = DeskCallName> = Omit<Request, "params" | "query" | "body"> &
  Omit<DeskCaller, "person" | "session"> &
  Person<Name> & {
    readonly params: DeskParams<Name>;
    readonly query: DeskQuery<Name>;
    readonly body: DeskBody<Name>;
  };

/** What a handler returns. For server-sent events, it is the stream of their text. */
type Answer<Name extends DeskCallName> = Name extends "events" ? Readable : DeskAnswers[Name];

export type DeskHandler<Name extends DeskCallName> = (
  request: DeskRequest<Name>,
) => Promise<Result<Answer<Name>, DeskFailuresOf<Name>>>;
export type DeskHandlers = { readonly [Name in DeskCallName]: DeskHandler<Name> };
