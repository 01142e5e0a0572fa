const FIRST = "/desk";
/**
 * Matches a page of the desk. Excludes `//`, `\`, dot segments and control characters, which browsers may interpret as
 * another host or folder.
 */
const PAGE = /^\/desk(?:\/(?!\.+(?:[/?]|$))[\w.~-]+)*\/?(?:\?[\w.~%&=+:,@-]*)?$/;
/** The API and the login, which are not pages to return to. */
const NOT_A_PAGE = /^\/desk\/(?:api|login)(?:[/?]|$)/;
const MAX_LENGTH = 500;

/**
 * Returns the page to return to after a login, as a path. Anything that is not one of the desk's pages becomes its
 * first page, so that a login never redirects to another site.
 */
export function returnPath(path: string): string {
  return path.length <= MAX_LENGTH && PAGE.test(path) && !NOT_A_PAGE.test(path) ? path : FIRST;
}
