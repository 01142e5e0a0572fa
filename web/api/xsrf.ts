import { API_PREFIX, XSRF } from "#contract/paths.ts";

/** The value of the cookie that every POST repeats in a header; empty without the cookie. */
export function xsrfToken(): string {
  const found = document.cookie.split("; ").find((cookie) => cookie.startsWith(`${XSRF.cookie}=`));
  return found ? decodeURIComponent(found.slice(XSRF.cookie.length + 1)) : "";
}

/** Deletes the cookie and has the server set a new one, as any GET of the API does. */
export async function renewXsrf(): Promise<void> {
  document.cookie = `${XSRF.cookie}=; Path=/; Max-Age=0`;
  await fetch(`${API_PREFIX}/catalogue`, { credentials: "same-origin" });
}
