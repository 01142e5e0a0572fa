import { API_PREFIX, XSRF } from "#contract/paths.ts";
import { deleteCookies, readCookie } from "#web/session/cookies.ts";

/** Both names of the cookie; over https the one with the prefix, which no other host can have set. */
const NAMES = [XSRF.secureCookie, XSRF.cookie] as const;

/** The value of the cookie that every POST repeats in a header; empty without the cookie. */
export function xsrfToken(): string {
  return readCookie(NAMES) ?? "";
}

/** Deletes the cookie and gets a new one from the server, which any GET of the API sets. */
export async function renewXsrf(): Promise<void> {
  deleteCookies(NAMES);
  await fetch(`${API_PREFIX}/catalogue`, { credentials: "same-origin" });
}
