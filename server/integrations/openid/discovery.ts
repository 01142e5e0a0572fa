import { jose, oidc } from "#libraries/openid/index.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import { send } from "#server/platform/http/json-client.ts";
import { jsonWithoutNulls } from "#server/platform/http/without-nulls.ts";

/** The desk's registration as a client of the login provider. */
export type ClientSettings = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Timeout of a whole login, in ms. */
  readonly timeoutMs: number;
};

/** The provider's metadata in the form that the login library needs, and the provider's keys for logout tokens. */
export type Found = { readonly configuration: oidc.Configuration; readonly keys: jose.JWTVerifyGetKey };

/** Reads the provider's metadata. Throws Unavailable with the reason if there is no usable response. */
export async function discover({ issuer, clientId, clientSecret, timeoutMs }: ClientSettings): Promise<Found> {
  const fetchFrom = providerFetch(timeoutMs);
  const isClear = new URL(issuer).protocol === "http:";
  // If the provider supports it, the secret is sent in the form, which most providers prefer; otherwise as RFC 6749
  // requires.
  const authenticate: oidc.ClientAuth = (as, client, body, headers) => {
    const inForm = as.token_endpoint_auth_methods_supported?.includes("client_secret_post") ?? false;
    return (inForm ? oidc.ClientSecretPost : oidc.ClientSecretBasic)(clientSecret)(as, client, body, headers);
  };
  const execute = [oidc.enableNonRepudiationChecks, ...(isClear ? [oidc.allowInsecureRequests] : [])];
  const configuration = await oidc
    .discovery(new URL(issuer), clientId, undefined, authenticate, { execute, [oidc.customFetch]: fetchFrom })
    .catch((error: unknown) => {
      throw outageIn(error) ?? new Unavailable(`login provider: its metadata cannot be used: ${String(error)}`);
    });
  const { issuer: named, jwks_uri: keysAddress } = configuration.serverMetadata();
  // Compared exactly (OpenID Connect Discovery 1.0, 4.3). For Entra, the library would also accept the metadata of all
  // tenants instead of one tenant's. People of any tenant would then have the roles that their own admins give them.
  if (named !== issuer)
    throw new Unavailable(
      `login provider: its metadata is of the issuer "${named}"; DESK_OIDC_ISSUER has to be the same`,
    );
  const keys = URL.parse(keysAddress ?? "");
  if (keys === null || (keys.protocol !== "https:" && !isClear))
    throw new Unavailable("login provider: its metadata names no https address for its keys");
  // The library does not report its own timeout as an outage, so that timeout is longer than the one of `fetchFrom`.
  const options = { timeoutDuration: 2 * timeoutMs, [jose.customFetch]: fetchFrom };
  return { configuration, keys: jose.createRemoteJWKSet(keys, options) };
}

/** Statuses whose responses have no body (Fetch, null body status). */
const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** The type of the fetch function that the libraries for logins and tokens accept. */
type Fetch = (
  url: string,
  asked: { readonly method?: string; readonly headers: Headers | Record<string, string>; readonly body?: unknown },
) => Promise<Response>;

/**
 * Returns the function with which the libraries call the provider. Like all external calls of the shop, it follows no
 * redirects and limits time and size. A server error (5xx) of the provider counts as no response. A member that is null
 * counts as absent; the libraries would refuse the whole response.
 */
function providerFetch(timeoutMs: number): Fetch {
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
    return new Response(NO_BODY.has(answer.status) ? null : jsonWithoutNulls(answer.text), {
      status: answer.status,
      headers: answer.type === null ? {} : { "content-type": answer.type },
    });
  };
}

/** Returns the Unavailable among the causes of an error, because libraries wrap it; null if there is none. */
export function outageIn(error: unknown): Unavailable | null {
  for (let each = error; each instanceof Error; each = each.cause) if (each instanceof Unavailable) return each;
  return null;
}
