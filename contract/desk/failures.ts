/**
 * The expected failures of the desk's calls, with their status. A body is `{ failure, … }` with the details that a failure has; the sentence
 * is the browser's, in its language.
 */
export const DESK_FAILURES = {
  unreadable: 400,
  /** The login was begun too long ago, in another browser, or has come back already. */
  loginLapsed: 400,
  passkeyRefused: 400,
  logoutTokenWrong: 400,
  loginWrong: 401,
  loginNeeded: 401,
  /** The password is right, and the person has a passkey; `options` asks for it. */
  passkeyNeeded: 401,
  /** What the provider answered is not valid for this login. */
  identityInvalid: 401,
  forbidden: 403,
  otherSite: 403,
  /** The person has to add a passkey first, and can do nothing else. */
  passkeyMissing: 403,
  /** It needs a login of the last half hour. */
  loginTooOld: 403,
  /** The provider refused the login: somebody cancelled, or may not use the desk. */
  providerDenied: 403,
  /** The provider gives the person no role of the desk. */
  noRole: 403,
  personDisabled: 403,
  notFound: 404,
  /** People do not log in at a provider here. */
  noProvider: 404,
  /** No document was needed, or its retention time has passed. */
  noDocument: 404,
  /** Its file is missing from the document store and has to be restored from a backup. */
  documentMissing: 404,
  invitationDead: 404,
  /** Somebody else has changed what was shown; `since` says who did what. */
  changed: 409,
  /** Not possible now; `hindrance` says why. */
  hindered: 409,
  /** A draft that was submitted or discarded, a request that somebody has decided on, or an activation that has begun. */
  alreadyDone: 409,
  /** Nobody decides on their own request. */
  ownRequest: 409,
  /** A draft with mistakes, or one that changes nothing. */
  notReady: 409,
  /** A correction would take away more pieces than there are. */
  piecesMissing: 409,
  /** A run of this experiment goes on already, or still. */
  experimentRunning: 409,
  /** A run was begun by somebody who logged in by another way, so nobody can tell whether it was the same person. */
  beginnerUnknown: 409,
  /** Nobody would be left who may invite people. */
  lastAdmin: 409,
  personExists: 409,
  /** People log in at the provider, which also gives their roles. */
  providerOnly: 409,
  lastPasskey: 409,
  /** `mistake` is a sentence that says what is wrong with a new password. */
  passwordWeak: 422,
  /** The present password is wrong. */
  passwordWrong: 422,
  reasonNeeded: 422,
  /** A time that has passed. */
  timePassed: 422,
  /** A stop rule with too few or too many checkouts, or a day that has passed or is too late. */
  stopRuleWrong: 422,
  /** `fields` says what is wrong with the address. */
  addressWrong: 422,
  /** The register has other towns with the postal code, which `fields` names. Sent again with `townConfirmed`, the town is accepted. */
  townDoubtful: 422,
  /** `retryAfter`: in seconds. */
  tooMany: 429,
  fault: 500,
  providerDown: 503,
  unavailable: 503,
} as const;
export type DeskFailureName = keyof typeof DESK_FAILURES;
