import { jose, oidc } from "#libraries/openid/index.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import { outageIn, providerFetch } from "./fetch.ts";

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
