import type { AnswerOf, BodyOf, ParamsOf } from "#contract/endpoints.ts";
import { API_PREFIX, PATHS, XSRF, type EndpointName } from "#contract/paths.ts";
import { splitLocale } from "#core/locale.ts";
import { checkoutId } from "#web/session/checkout-session.ts";
import { recordUse, token } from "#web/session/login.ts";
import { readFailure, type Failure } from "./failure.ts";
import { renewXsrf, xsrfToken } from "./xsrf.ts";

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

type Options<Name extends EndpointName> = {
  readonly query?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Sends no checkout id: the call creates the checkout. */
  readonly withoutCheckout?: true;
  /** Sends no token even if one is stored, and does not extend the login. */
  readonly anonymous?: boolean;
} & (BodyOf<Name> extends undefined ? { readonly body?: FormData } : { readonly body: BodyOf<Name> }) &
  (keyof ParamsOf<Name> extends never ? object : { readonly params: ParamsOf<Name> });

/** How long a call may take, in ms; an upload may take longer. */
export const CALL_TIMEOUT_MS = 15_000;
/** Enough for ten megabytes over a slow connection. */
const UPLOAD_TIMEOUT_MS = 120_000;

/**
 * Calls the server, with types from the contract's table. Expected failures are returned, never thrown. Sends language,
 * checkout, token and the double-submit header; retries once if the header was stale.
 */
export async function call<Name extends EndpointName>(
  name: Name,
  options: Options<Name>,
): Promise<Result<AnswerOf<Name>>> {
  const first = await send<AnswerOf<Name>>(name, options);
  const stale = !first.ok && first.failure.kind === "coded" && first.failure.code === "XSRF";
  if (!stale) return first;
  await renewXsrf().catch(() => undefined);
  return send<AnswerOf<Name>>(name, options);
}

type AnyOptions = {
  readonly query?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly withoutCheckout?: true;
  readonly anonymous?: boolean;
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

async function send<Answer>(name: EndpointName, options: AnyOptions): Promise<Result<Answer>> {
  const [method, path] = PATHS[name];
  const milliseconds = options.body instanceof FormData ? UPLOAD_TIMEOUT_MS : CALL_TIMEOUT_MS;
  const timeout = AbortSignal.timeout(milliseconds);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    const response = await fetch(urlOf(path, options), {
      method,
      headers: headersOf(method, options),
      body: method === "GET" ? null : bodyOf(options.body),
      credentials: "same-origin",
      signal,
    });
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok && answer !== null) {
      if (!options.anonymous && token() !== null) recordUse();
      return { ok: true, value: answer as Answer };
    }
    return { ok: false, failure: readFailure(response.status, answer, response.headers.get("retry-after")) };
  } catch {
    const key = timeout.aborted
      ? "timeout of N ms exceeded"
      : options.signal?.aborted
        ? "Request aborted"
        : "Network Error";
    return { ok: false, failure: { kind: "network", key, number: milliseconds } };
  }
}

function urlOf(path: string, { params = {}, query }: AnyOptions): string {
  const filled = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ""));
  return `${API_PREFIX}${filled}${query ? `?${new URLSearchParams(query)}` : ""}`;
}

/** Headers of a request: language, checkout, token, and for a POST the double-submit header. */
export function headersOf(method: string, { body, withoutCheckout, anonymous }: AnyOptions): Record<string, string> {
  const id = withoutCheckout ? null : checkoutId();
  const bearer = anonymous ? null : token();
  return {
    accept: "application/json",
    locale: splitLocale(location.pathname).locale,
    ...(id && { checkoutId: id }),
    ...(bearer && { authorization: `Bearer ${bearer}` }),
    ...(method === "POST" && { [XSRF.header]: xsrfToken() }),
    ...(method === "POST" && !(body instanceof FormData) && { "content-type": "application/json" }),
  };
}

function bodyOf(body: unknown): string | FormData {
  return body instanceof FormData ? body : JSON.stringify(body ?? {});
}
