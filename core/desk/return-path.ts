const FIRST = "/desk";
/**
 * Matches a page of the desk: no `//`, `\`, dot segments or control characters, which a browser can read as another
 * host or folder.
 */
const PAGE = /^\/desk(?:\/(?!\.+(?:[/?]|$))[\w.~-]+)*\/?(?:\?[\w.~%&=+:,@-]*)?$/;
/** The API and the login, which are not pages to return to. */
const NOT_A_PAGE = /^\/desk\/(?:api|login)(?:[/?]|$)/;
const MAX_LENGTH = 500;

/**
 * Returns the page to return to after a login, as a path; the desk's first page for anything that is not one of its
 * pages. A login must not redirect people to another site.
 */
export function returnPath(path: string): string {
  return path.length <= MAX_LENGTH && PAGE.test(path) && !NOT_A_PAGE.test(path) ? path : FIRST;
}
