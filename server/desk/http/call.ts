import type { Readable } from "node:stream";
import type { DeskAnswers, DeskFailureDetails } from "#contract/desk/answers.ts";
import type { DESK_CALLS, DeskBody, DeskFailuresOf, DeskQuery } from "#contract/desk/calls.ts";
import type { DeskCallName, DESK_PATHS } from "#contract/desk/paths.ts";
import type { DeskFailureName } from "#contract/desk/failures.ts";
import type { Locale } from "#core/locale.ts";
import type { Cookies } from "#server/platform/http/cookies.ts";
import type { DeskPerson } from "#server/operator/people/people.ts";
import type { DeskSession } from "#server/operator/people/sessions.ts";

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
type Who<Name extends DeskCallName> = (typeof DESK_CALLS)[Name]["who"];

/** A request of the desk after parsing and checking, as handlers get it. */
export type DeskRequest<Name extends DeskCallName = DeskCallName> = {
  readonly params: Readonly<Record<ParamNames<(typeof DESK_PATHS)[Name][1]>, string>>;
  readonly query: DeskQuery<Name>;
  readonly body: DeskBody<Name>;
  /** Who is logged in, with the permit that the call needs; null only for calls that anybody may make. */
  readonly person: Who<Name> extends "anybody" ? null : DeskPerson;
  /** The login, null likewise. */
  readonly session: Who<Name> extends "anybody" ? null : DeskSession;
  readonly locale: Locale;
  /** The client's IP address, used only for limits and the security log. */
  readonly ip: string;
  readonly userAgent: string | undefined;
  /** The id of the last event that the browser received before it lost the connection. */
  readonly lastEventId: string | null;
  readonly cookies: Cookies;
  /** Cookies that the browser also sends when another site, such as the login provider, sends it here. */
  readonly laxCookies: Cookies;
};

/** An expected failure of the desk, with the details that it has. */
export type DeskFailure<Name extends DeskFailureName = DeskFailureName> = {
  readonly name: Name;
} & DeskFailureDetails;
export type DeskResult<Value, Name extends DeskFailureName> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: DeskFailure<Name> };

/** What a handler returns; for server-sent events, the stream of their text. */
type Answer<Name extends DeskCallName> = Name extends "events" ? Readable : DeskAnswers[Name];

export type DeskHandler<Name extends DeskCallName> = (
  request: DeskRequest<Name>,
) => Promise<DeskResult<Answer<Name>, DeskFailuresOf<Name>>>;
export type DeskHandlers = { readonly [Name in DeskCallName]: DeskHandler<Name> };

export function done<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function failed<const Name extends DeskFailureName>(
  name: Name,
  details: DeskFailureDetails = {},
): { readonly ok: false; readonly failure: DeskFailure<Name> } {
  return { ok: false, failure: { name, ...details } };
}
