import { API_PREFIX, XSRF } from "#contract/paths.ts";

/** Both names of the cookie; over https the one with the prefix, which no other host can have set. */
const NAMES = [XSRF.secureCookie, XSRF.cookie] as const;

/** The value of the cookie that every POST repeats in a header; empty without the cookie. */
export function xsrfToken(): string {
  const cookies = document.cookie.split("; ");
  const [found] = NAMES.flatMap((name) => cookies.filter((cookie) => cookie.startsWith(`${name}=`)));
  return found ? decodeURIComponent(found.slice(found.indexOf("=") + 1)) : "";
}

/** Deletes the cookie and has the server set a new one, as any GET of the API does. */
export async function renewXsrf(): Promise<void> {
  for (const name of NAMES)
    document.cookie = `${name}=; Path=/; Max-Age=0${name === XSRF.secureCookie ? "; Secure" : ""}`;
  await fetch(`${API_PREFIX}/catalogue`, { credentials: "same-origin" });
}
