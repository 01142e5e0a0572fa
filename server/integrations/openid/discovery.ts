import { jose, oidc } from "#libraries/openid/index.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import { send } from "#server/platform/http/json-client.ts";

/** Which client the desk is at which provider. */
export type ClientSettings = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** For a whole login, in ms. */
  readonly timeoutMs: number;
};

/** The provider as it was found: by the library for logins, and its keys for logout tokens. */
export type Found = { readonly configuration: oidc.Configuration; readonly keys: jose.JWTVerifyGetKey };

/** Asks the provider who it is. Throws Unavailable for whatever is no usable answer, with the reason. */
export async function discover({ issuer, clientId, clientSecret, timeoutMs }: ClientSettings): Promise<Found> {
  const fetchFrom = providerFetch(timeoutMs);
  const isClear = new URL(issuer).protocol === "http:";
  // The secret as the provider takes it: in the form where it says so, which is what most prefer, otherwise as RFC 6749 has it.
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
  // Letter by letter (OpenID Connect Discovery 1.0, 4.3). The library lets the metadata of all tenants of Entra pass for that of one, and people of any
  // tenant would have the roles that their own admins give them.
  if (named !== issuer)
    throw new Unavailable(
      `login provider: its metadata is of the issuer "${named}"; DESK_OIDC_ISSUER has to be the same`,
    );
  const keys = URL.parse(keysAddress ?? "");
  if (keys === null || (keys.protocol !== "https:" && !isClear))
    throw new Unavailable("login provider: its metadata names no https address for its keys");
  // The library's own limit is no outage to us, so it is later than that of `fetchFrom`.
  const options = { timeoutDuration: 2 * timeoutMs, [jose.customFetch]: fetchFrom };
  return { configuration, keys: jose.createRemoteJWKSet(keys, options) };
}

/** Statuses whose answers have no body (Fetch, null body status). */
const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** As the libraries of logins and of tokens call it. */
type Fetch = (
  url: string,
  asked: { readonly method?: string; readonly headers: Headers | Record<string, string>; readonly body?: unknown },
) => Promise<Response>;

/**
 * How the libraries call the provider: as the shop calls every system, without following redirects, and with limits of
 * time and size. A fault of the provider (5xx) counts as no answer.
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
