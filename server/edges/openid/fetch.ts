import { send } from "#server/platform/http/json-client.ts";
import { Unavailable } from "#server/platform/unavailable.ts";

/** Statuses whose answers have no body (Fetch, null body status). */
const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** As the libraries of logins and of tokens call it. */
type Fetch = (
  url: string,
  asked: { readonly method?: string; readonly headers: Headers | Record<string, string>; readonly body?: unknown },
) => Promise<Response>;

/**
 * How the libraries call the provider: as the shop calls every system, without following redirects, and with limits of time and size. A fault of the
 * provider (5xx) counts as no answer.
 */
export function providerFetch(timeoutMs: number): Fetch {
  return async (url, { method, headers, body }) => {
    const what = `login provider ${new URL(url).pathname}`;
    const answer = await send(what, {
      url,
      method: method === "POST" ? "POST" : "GET",
      headers: Object.fromEntries(new Headers(headers)),
      ...(body instanceof URLSearchParams && { body }),
      timeoutMs,
    });
    if (answer.status >= 500) throw new Unavailable(`${what}: status ${answer.status}`);
    return new Response(NO_BODY.has(answer.status) ? null : answer.text, {
      status: answer.status,
      headers: answer.type === null ? {} : { "content-type": answer.type },
    });
  };
}

/** The Unavailable among the causes of an error, which libraries wrap; null if there is none. */
export function outageIn(error: unknown): Unavailable | null {
  for (let each = error; each instanceof Error; each = each.cause) if (each instanceof Unavailable) return each;
  return null;
}
