/**
 * The expected failures of the desk's calls, with their status. A body is `{ failure, … }` with the details that a failure has; the sentence
 * is the browser's, in its language.
 */
export const DESK_FAILURES = {
  unreadable: 400,
  loginWrong: 401,
  loginNeeded: 401,
  forbidden: 403,
  otherSite: 403,
  notFound: 404,
  /** None was needed, or its retention time has passed. */
  noDocument: 404,
  /** Its file is not where documents are kept: it has to be restored from a backup. */
  documentMissing: 404,
  invitationDead: 404,
  /** Somebody else has changed what was shown; `since` says who did what. */
  changed: 409,
  /** Not possible now; `hindrance` says why. */
  hindered: 409,
  /** The last one who may invite people cannot give that up. */
  lastAdmin: 409,
  personExists: 409,
  /** `mistake` says what is wrong with a new password. */
  passwordWeak: 422,
  reasonNeeded: 422,
  /** `retryAfter`: in seconds. */
  tooMany: 429,
  fault: 500,
  unavailable: 503,
} as const;
export type DeskFailureName = keyof typeof DESK_FAILURES;
