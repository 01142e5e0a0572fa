import type { FastifyBaseLogger } from "fastify";
import type { AnswerOf, FailuresOf, ParamsOf, ReadBodyOf } from "#contract/endpoints.ts";
import type { EndpointName } from "#contract/paths.ts";
import type { Locale } from "#core/locale.ts";
import type { SentFile } from "./forms.ts";
import type { Result } from "./result.ts";

/** One request of the API, read and checked: what a handler may know of it. */
export type Call<Name extends EndpointName> = {
  readonly locale: Locale;
  /** The `checkoutId` header, if any; not yet known to exist. */
  readonly checkoutId: string | null;
  /** The Bearer token as sent; null without one. */
  readonly token: string | null;
  readonly params: ParamsOf<Name>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: ReadBodyOf<Name>;
  /** The address the request came from, for limits alone. */
  readonly ip: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The raw bytes of a signed server-to-server call. */
  readonly raw: Buffer;
  /** The file of an upload. */
  readonly file: () => Promise<SentFile | null>;
  readonly log: FastifyBaseLogger;
};

export type Handler<Name extends EndpointName> = (
  call: Call<Name>,
) => Promise<Result<AnswerOf<Name>, FailuresOf<Name>>>;
export type Handlers = { readonly [Name in EndpointName]: Handler<Name> };
