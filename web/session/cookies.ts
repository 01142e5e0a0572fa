/** Returns the value of the first of these cookies that exists and that scripts can read; null if there is none. */
export function readCookie(names: readonly string[]): string | null {
  const cookies = document.cookie.split("; ");
  const [found] = names.flatMap((name) => cookies.filter((cookie) => cookie.startsWith(`${name}=`)));
  return found ? decodeURIComponent(found.slice(found.indexOf("=") + 1)) : null;
}

/**
 * Deletes cookies. Sets `Secure`, because without it browsers do not change a cookie whose name starts with `__Host-`.
 */
export function deleteCookies(names: readonly string[]): void {
  for (const name of names)
    document.cookie = `${name}=; Path=/; Max-Age=0${name.startsWith("__Host-") ? "; Secure" : ""}`;
}

/** Reads and deletes a cookie. */
export function takeCookie(names: readonly string[]): string | null {
  const value = readCookie(names);
  if (value !== null) deleteCookies(names);
  return value;
}
