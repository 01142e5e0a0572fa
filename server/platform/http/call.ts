import type { FastifyBaseLogger } from "fastify";
import type { AnswerOf, FailuresOf, ParamsOf, ReadBodyOf } from "#contract/endpoints.ts";
import type { EndpointName } from "#contract/paths.ts";
import type { Locale } from "#core/locale.ts";
import type { Cookies } from "./cookies.ts";
import type { SentFile } from "./forms.ts";
import type { Result } from "./result.ts";

/** A request of the API after parsing and checking, as handlers get it. */
export type Call<Name extends EndpointName> = {
  readonly locale: Locale;
  /** The `checkoutId` header as sent; the checkout may not exist. */
  readonly checkoutId: string | null;
  /** The Bearer token as sent; null without one. */
  readonly token: string | null;
  readonly params: ParamsOf<Name>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: ReadBodyOf<Name>;
  /** The client's IP address, used only for rate limits. */
  readonly ip: string;
  readonly cookies: Cookies;
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
