const FIRST = "/desk";
/** A page of the desk. Without `//`, `\`, dots alone and control characters, which a browser may read as another host or folder. */
const PAGE = /^\/desk(?:\/(?!\.+(?:[/?]|$))[\w.~-]+)*\/?(?:\?[\w.~%&=+:,@-]*)?$/;
/** The interface and the login, which are not pages to return to. */
const NO_PAGE = /^\/desk\/(?:api|login)(?:[/?]|$)/;
const LONGEST = 500;

/**
 * The page to return to after a login, as a path; the desk's first page for anything that is not one of its pages. A login must not redirect people
 * to another site.
 */
export function returnPath(asked: string): string {
  return asked.length <= LONGEST && PAGE.test(asked) && !NO_PAGE.test(asked) ? asked : FIRST;
}
