import type { Request } from "./router.ts";
import type { AnswerOf, FailuresOf, ParamsOf, QueryOf, ReadBodyOf } from "#contract/shop/calls.ts";
import type { EndpointName } from "#contract/all-paths.ts";
import type { Cookies } from "#server/platform/http/cookies.ts";
import { type Failed, type Result } from "./result.ts";

/** The caller of a shop call. */
export type Caller = {
  /** The `checkoutId` header as sent; a checkout with this id might not exist. */
  readonly checkoutId: string | null;
  /** The Bearer token as sent; null if there is none. */
  readonly token: string | null;
  readonly cookies: Cookies;
};

/** A shop call as handlers get it, after parsing and checking. */
export type Call<Name extends EndpointName> = Omit<Request, "params" | "query" | "body"> &
  Caller & {
    readonly params: ParamsOf<Name>;
    readonly query: QueryOf<Name>;
    readonly body: ReadBodyOf<Name>;
  };

export type Handler<Name extends EndpointName> = (
  call: Call<Name>,
) => Promise<Result<AnswerOf<Name>, FailuresOf<Name>>>;

export type Handlers = { readonly [Name in EndpointName]: Handler<Name> };

/** Counts a call before its body is read. Returns a failure if it exceeds a limit. */
export type CountCall = (
  name: EndpointName,
  client: { readonly ip: string; readonly checkoutId: string | null },
) => Failed<"tooMany"> | null;
