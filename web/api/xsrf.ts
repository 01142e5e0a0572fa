import { API_PREFIX, XSRF } from "#contract/paths.ts";
import { deleteCookies, readCookie } from "#web/session/cookies.ts";

/** Both names of the cookie. The one with the prefix is used over https: no other host can set it. */
const NAMES = [XSRF.secureCookie, XSRF.cookie] as const;

/** Returns the value of the cookie that every POST repeats in a header; empty without the cookie. */
export function xsrfToken(): string {
  return readCookie(NAMES) ?? "";
}

/** Deletes the cookie and gets a new one from the server: any GET of the API sets it. */
export async function renewXsrf(): Promise<void> {
  deleteCookies(NAMES);
  await fetch(`${API_PREFIX}/catalogue`, { credentials: "same-origin" });
}
