import type { Call } from "#server/api/call.ts";
import type { EndpointName } from "#contract/all-paths.ts";
import { keepVisit, takeVisit } from "#server/platform/visit-cookies.ts";
import { newLoginSecret, secretsOf, type LoginSecrets } from "#server/platform/openid-provider.ts";

/** A visit of the shopper's browser to the mobile network, which sends it back to one address. */
export type NetworkVisit = {
  /** What the names of its cookies start with. */
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
  { cookie: name, seconds, returnAddress }: NetworkVisit,
  addressOf: (secrets: LoginSecrets, returnAddress: string) => Promise<string | null>,
): Promise<string | null> {
  const secret = newLoginSecret();
  const url = await addressOf(secretsOf(secret), returnAddress);
  if (url !== null) keepVisit(cookies, { name, seconds }, secret);
  return url;
}

/**
 * Ends a visit. `query`: that of the address to which the network sent the browser back. Returns null if this browser
 * started no such visit. Others can still come back, in other tabs.
 */
export function endVisit(
  { cookies }: Browser,
  { cookie: name, seconds, returnAddress }: NetworkVisit,
  query: string,
): { readonly secrets: LoginSecrets; readonly returned: URL } | null {
  const returned = new URL(returnAddress);
  returned.search = query;
  const visit = takeVisit(cookies, { name, seconds }, returned.searchParams.get("state"));
  return visit && { secrets: visit.secrets, returned };
}
