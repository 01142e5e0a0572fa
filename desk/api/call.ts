import type { DeskAnswers, DeskFailuresOf, SentDeskBody, SentDeskQuery } from "#contract/desk/calls.ts";
import type { DeskFailureDetails } from "#contract/desk-failures.ts";
import { DESK_API, DESK_PATHS, SHOWN_PERSON, type DeskCallName } from "#contract/desk/paths.ts";
import type { Locale } from "#core/text/locale.ts";
import { addressOf, exchange } from "#web/kit/exchange.ts";

/**
 * Timeout of a call, in ms. The server waits up to 25 s for its database (5 s of them for a connection). The timeout is
 * longer, so that a lost database is not reported as a lost network.
 */
const TIMEOUT_MS = 30_000;

/** The input of a call. `params`: the parameters in its path. */
export type Sent<Name extends DeskCallName> = {
  readonly params?: Readonly<Record<string, string>>;
} & (SentDeskQuery<Name> extends null ? object : { readonly query?: SentDeskQuery<Name> }) &
  (SentDeskBody<Name> extends null ? object : { readonly body: SentDeskBody<Name> });

/** Why a call failed: the server's failure, or `network` if the server did not respond. */
export type Failure<Name extends DeskCallName = DeskCallName> = {
  readonly name: DeskFailuresOf<Name> | "network";
} & DeskFailureDetails;

const PASSING: ReadonlySet<Failure["name"]> = new Set(["network", "unavailable", "fault"]);

/** Whether a failure may be temporary, so that a retry makes sense. */
export const isTemporary = ({ name }: Failure): boolean => PASSING.has(name);

export type Result<Name extends DeskCallName> =
  | { readonly ok: true; readonly value: DeskAnswers[Name] }
  | { readonly ok: false; readonly failure: Failure<Name> };

type Options = {
  readonly locale: Locale;
  /** The id of the person whose session the page shows. */
  readonly person: string | null;
  readonly signal?: AbortSignal | undefined;
};

/**
 * Calls the desk's server, with types from the contract's table. Returns expected failures instead of throwing them.
 */
export async function call<Name extends DeskCallName>(
  name: Name,
  sent: Sent<Name>,
  { locale, person, signal }: Options,
): Promise<Result<Name>> {
  const [method, path] = DESK_PATHS[name];
  const body = "body" in sent ? JSON.stringify(sent.body) : null;
  const given = Object.entries(("query" in sent ? sent.query : null) ?? {}).filter(([, value]) => value !== undefined);
  const address = addressOf(path, { ...sent, query: Object.fromEntries(given) as Record<string, string> });
  const headers = {
    locale,
    ...(person !== null && { [SHOWN_PERSON]: person }),
    ...(body !== null && { "content-type": "application/json" }),
  };
  const ask = (until: AbortSignal) =>
    fetch(DESK_API + address, { method, headers, ...(body !== null && { body }), signal: until });
  const answer = await exchange(ask, TIMEOUT_MS, signal);
  if (answer === "aborted") throw signal?.reason;
  if (typeof answer === "string" || answer.body === null) return { ok: false, failure: { name: "network" } };
  if (answer.ok) return { ok: true, value: answer.body as DeskAnswers[Name] };
  return { ok: false, failure: failureOf(answer.body) };
}

/**
 * Returns the failure in a response. Any response that is not the desk's own, such as a proxy's page, counts as
 * `network`.
 */
function failureOf<Name extends DeskCallName>(answer: unknown): Failure<Name> {
  if (typeof answer !== "object" || answer === null || !("failure" in answer)) return { name: "network" };
  const { failure, ...details } = answer as { readonly failure: DeskFailuresOf<Name> } & DeskFailureDetails;
  return { name: failure, ...details };
}
