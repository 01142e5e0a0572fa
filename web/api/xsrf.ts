import { API_PREFIX, XSRF } from "#contract/paths.ts";

/** The cookie that every POST echoes as a header. */
export function xsrfToken(): string {
  const found = document.cookie.split("; ").find((cookie) => cookie.startsWith(`${XSRF.cookie}=`));
  return found ? decodeURIComponent(found.slice(XSRF.cookie.length + 1)) : "";
}

/** Any GET of the API sets the cookie where it is absent or was refused. */
export async function renewXsrf(): Promise<void> {
  document.cookie = `${XSRF.cookie}=; Path=/; Max-Age=0`;
  await fetch(`${API_PREFIX}/catalogue`, { credentials: "same-origin" });
}
