import { API_PREFIX, XSRF } from "#contract/paths.ts";
import { deleteCookies, readCookie } from "#web/session/cookies.ts";

/**
 * Both names of the cookie. Over HTTPS, the name has the `__Host-` prefix, so that no other host can set the cookie.
 */
const NAMES = [XSRF.secureCookie, XSRF.cookie] as const;

/** Returns the value of the cookie that every POST repeats in a header; empty without the cookie. */
export function xsrfToken(): string {
  return readCookie(NAMES) ?? "";
}

/** Deletes the cookie and gets a new one: the server sets it in its response to any GET of the API. */
export async function renewXsrf(): Promise<void> {
  deleteCookies(NAMES);
  await fetch(`${API_PREFIX}/catalogue`, { credentials: "same-origin" });
}
