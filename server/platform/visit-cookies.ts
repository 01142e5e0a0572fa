import { LOGIN_SECRET, secretsOf, type LoginSecrets } from "./openid-provider.ts";
import type { Cookies } from "./http/cookies.ts";
import { isSameSecret } from "./http/secrets.ts";

/** How many characters of a visit's state its cookie has in its name. */
const NAMED = 12;

/**
 * The cookies of visits to another site that sends the browser back, such as a login at a provider. Each visit has a
 * cookie of its own, so that several tabs can be away at once. Only the browser that has the cookie can complete the
 * visit.
 */
export type VisitCookies = {
  /** What the cookies' names start with. */
  readonly name: string;
  /** Maximum duration of a visit, in seconds. */
  readonly seconds: number;
};

const nameOf = ({ name }: VisitCookies, state: string) => `${name}-${state.slice(0, NAMED)}`;

/** Keeps the secret of a visit in the browser. */
export function keepVisit(cookies: Pick<Cookies, "keep">, visit: VisitCookies, secret: string): void {
  cookies.keep(nameOf(visit, secretsOf(secret).state), secret, visit.seconds);
}

/** A visit that has come back: its secret, and the values derived from it. */
export type ReturnedVisit = { readonly secret: string; readonly secrets: LoginSecrets };

/**
 * Takes the visit whose `state` has come back, which removes its cookie. Returns null if this browser started no such
 * visit, or it has come back before.
 */
export function takeVisit(
  cookies: Pick<Cookies, "read" | "end">,
  visit: VisitCookies,
  state: string | null,
): ReturnedVisit | null {
  if (state === null || !LOGIN_SECRET.test(state)) return null;
  // Visits that 1.0.0 started have the name alone.
  for (const name of [nameOf(visit, state), visit.name]) {
    const secret = cookies.read(name);
    if (secret === null || !LOGIN_SECRET.test(secret)) continue;
    const secrets = secretsOf(secret);
    if (!isSameSecret(secrets.state, state)) continue;
    cookies.end(name);
    return { secret, secrets };
  }
  return null;
}
