import type { AnswerOf, BodyOf, ExtensionCallName, ParamsOf } from "#contract/shop/calls.ts";
import type { BrowserCall as CoreCall } from "#contract/paths.ts";
import { exchange, type Lost } from "#web/kit/exchange.ts";
import { recordUse, token } from "#web/session/login.ts";
import { takeEarly } from "./early.ts";
import { hasError, readFailure, type Failure } from "./failure.ts";
import { CALL_TIMEOUT_MS, requestOf, type CallOptions } from "./request.ts";
import { renewXsrf } from "./xsrf.ts";

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

/** A call of the shop's own pages, or of those of extensions, each of which is a POST to its name. */
type BrowserCall = CoreCall | ExtensionCallName;

type Options<Name extends BrowserCall> = {
  readonly query?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Sends no checkout id. For calls outside a checkout, and for the call that creates one. */
  readonly withoutCheckout?: true;
  /** Sends no token even if one is stored, and does not extend the login. */
  readonly anonymous?: boolean;
} & (BodyOf<Name> extends null ? object : { readonly body: BodyOf<Name> }) &
  (keyof ParamsOf<Name> extends never ? object : { readonly params: ParamsOf<Name> });

/**
 * Calls the server, with types from the contract's table. Returns expected failures instead of throwing them. Sends
 * language, checkout, token and the double-submit header, and retries once if that header was stale.
 */
export async function call<Name extends BrowserCall>(
  name: Name,
  options: Options<Name>,
): Promise<Result<AnswerOf<Name>>> {
  const first = await send<AnswerOf<Name>>(name, options);
  const stale = !first.ok && first.failure.kind === "coded" && first.failure.code === "XSRF";
  if (!stale) return first;
  await renewXsrf().catch(() => undefined);
  return send<AnswerOf<Name>>(name, options);
}

async function send<Answer>(name: BrowserCall, options: CallOptions): Promise<Result<Answer>> {
  const { url, init } = requestOf(name, options);
  const sentAt = Date.now();
  const ask = (signal: AbortSignal) => takeEarly(url, init) ?? fetch(url, { ...init, signal });
  const answer = await exchange(ask, CALL_TIMEOUT_MS, options.signal);
  if (typeof answer === "string")
    return { ok: false, failure: { kind: "network", key: LOST[answer], number: CALL_TIMEOUT_MS } };
  if (!answer.ok || answer.body === null || hasError(answer.body))
    return { ok: false, failure: readFailure(answer.status, answer.body) };
  if (!options.anonymous && token() !== null) recordUse(sentAt);
  return { ok: true, value: answer.body as Answer };
}

const LOST = {
  timeout: "timeout of N ms exceeded",
  aborted: "Request aborted",
  network: "Network Error",
} as const satisfies Record<Lost, string>;
