import { API_PREFIX, namedPath, ODD_PATHS, XSRF } from "#contract/paths.ts";
import { splitLocale } from "#core/text/locale.ts";
import { addressOf } from "#web/kit/exchange.ts";
import { checkoutId } from "#web/session/checkout-session.ts";
import { token } from "#web/session/login.ts";
import { xsrfToken } from "./xsrf.ts";

/** Timeout of a call, in ms. Uploads have a longer one (`upload.ts`). */
export const CALL_TIMEOUT_MS = 15_000;

/** The options of any call, loosely typed; `call.ts` has exact types for each call. */
export type CallOptions = {
  readonly query?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly withoutCheckout?: true;
  readonly anonymous?: boolean;
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

export type ApiRequest = {
  readonly url: string;
  readonly init: {
    readonly method: "GET" | "POST";
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | FormData | null;
    readonly credentials: "same-origin";
  };
};

/** Returns the request for a call: URL, language, checkout, token, and for a POST the double-submit header. */
export const requestOf = (name: string, options: CallOptions): ApiRequest =>
  requestTo(isOdd(name) ? ODD_PATHS[name] : namedPath(name), options);

const isOdd = (name: string): name is keyof typeof ODD_PATHS => name in ODD_PATHS;

/** Returns the request to a method and path of the contract. */
export function requestTo([method, path]: readonly ["GET" | "POST", string], options: CallOptions): ApiRequest {
  const body = method === "GET" ? null : bodyOf(options.body);
  return {
    url: API_PREFIX + addressOf(path, options),
    init: { method, headers: headersOf(method, options), body, credentials: "same-origin" },
  };
}

/** Returns the headers of a request: language, checkout, token, and for a POST the double-submit header. */
export function headersOf(method: string, { body, withoutCheckout, anonymous }: CallOptions): Record<string, string> {
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
