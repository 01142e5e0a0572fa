import type { Call } from "#server/api/call.ts";
import type { EndpointName } from "#contract/paths.ts";
import { isSameSecret } from "#server/platform/http/secrets.ts";
import { LOGIN_SECRET, newLoginSecret, secretsOf, type LoginSecrets } from "#server/platform/openid-provider.ts";

/** A visit of the shopper's browser to the mobile network, which sends it back to one address. */
export type NetworkVisit = {
  /** The cookie of a visit that was started. Only the browser that has it can complete the visit. */
  readonly cookie: string;
  /** Maximum duration, in seconds. */
  readonly seconds: number;
  /** The address that is registered at the network. Pages in other languages replace it and keep its query. */
  readonly returnAddress: string;
};

type Browser = Pick<Call<EndpointName>, "cookies">;

/** Starts a visit. Returns the address that `addressOf` has found at the network; null if there is none. */
export async function startVisit(
  { cookies }: Browser,
  { cookie, seconds, returnAddress }: NetworkVisit,
  addressOf: (secrets: LoginSecrets, returnAddress: string) => Promise<string | null>,
): Promise<string | null> {
  const secret = newLoginSecret();
  const url = await addressOf(secretsOf(secret), returnAddress);
  if (url !== null) cookies.keep(cookie, secret, seconds);
  return url;
}

/**
 * Ends a visit. `query`: that of the address to which the network sent the browser back. Returns null if this browser
 * started no visit, or another one, which can still come back, for example in another tab.
 */
export function endVisit(
  { cookies }: Browser,
  { cookie, returnAddress }: NetworkVisit,
  query: string,
): { readonly secrets: LoginSecrets; readonly returned: URL } | null {
  const secret = cookies.read(cookie);
  if (secret === null || !LOGIN_SECRET.test(secret)) return null;
  const secrets = secretsOf(secret);
  const returned = new URL(returnAddress);
  returned.search = query;
  if (!isSameSecret(secrets.state, returned.searchParams.get("state"))) return null;
  cookies.end(cookie);
  return { secrets, returned };
}
