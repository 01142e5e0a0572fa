/** The path of the desk's pages, on the management port. */
export const DESK_PAGES = "/desk";
/**
 * The header with the id of the person that a page shows as logged in. If another person has logged in since in the
 * same browser, the call is refused as `loginNeeded`, so that nobody acts under another person's name.
 */
export const SHOWN_PERSON = "desk-person";

/** The path of the desk's API. */
export const DESK_API = "/desk/api";
/** The login page. If a login at the provider has failed, the parameter `failed` names the failure. */
export const DESK_LOGIN_PAGE = "/desk/login";

/** The calls of the desk, each with its method and path. */
export const DESK_PATHS = {
  me: ["GET", "/me"],
  loginWay: ["GET", "/login"],
  login: ["POST", "/login"],
  passkeyLoginOptions: ["POST", "/login/passkey/options"],
  passkeyLogin: ["POST", "/login/passkey"],
  beginProviderLogin: ["POST", "/login/provider"],
  providerReturn: ["GET", "/login/return"],
  providerLogout: ["POST", "/login/provider-logout"],
  logout: ["POST", "/logout"],
  invitation: ["POST", "/invitation"],
  acceptInvitation: ["POST", "/invitation/accept"],
  changePassword: ["POST", "/password"],
  passkeys: ["GET", "/passkeys"],
  passkeyOptions: ["POST", "/passkeys/options"],
  addPasskey: ["POST", "/passkeys"],
  removePasskey: ["POST", "/passkeys/:id/remove"],
  logins: ["GET", "/logins"],
  endLogin: ["POST", "/logins/:id/end"],
  endOtherLogins: ["POST", "/logins/end-others"],
  orders: ["GET", "/orders"],
  orderCounts: ["GET", "/order-counts"],
  orderStates: ["GET", "/order-states"],
  order: ["GET", "/orders/:number"],
  orderVersion: ["GET", "/orders/:number/version"],
  act: ["POST", "/orders/:number/acts"],
  document: ["POST", "/orders/:number/document"],
  addresses: ["GET", "/addresses"],
  waiting: ["GET", "/waiting"],
  waitingCounts: ["GET", "/waiting-counts"],
  retryWaiting: ["POST", "/waiting/:kind/:id/retry"],
  checkouts: ["GET", "/checkouts"],
  checkout: ["GET", "/checkouts/:id"],
  published: ["GET", "/published/:kind"],
  publishedSchemas: ["GET", "/published/:kind/schemas"],
  publishedVersion: ["GET", "/published/:kind/versions/:version"],
  publishedChanges: ["GET", "/published/:kind/versions/:version/changes"],
  newDraft: ["POST", "/published/:kind/drafts"],
  draft: ["GET", "/published/:kind/drafts/:id"],
  saveDraft: ["POST", "/published/:kind/drafts/:id"],
  discardDraft: ["POST", "/published/:kind/drafts/:id/discard"],
  submitDraft: ["POST", "/published/:kind/drafts/:id/submit"],
  decideActivation: ["POST", "/published/:kind/requests/:id"],
  cancelActivation: ["POST", "/published/:kind/activations/:id/cancel"],
  rollback: ["POST", "/published/:kind/rollback"],
  stock: ["GET", "/stock"],
  stockLedger: ["GET", "/stock/:article"],
  changeStock: ["POST", "/stock/:article"],
  experiments: ["GET", "/experiments"],
  beginExperiment: ["POST", "/experiments"],
  stopExperiment: ["POST", "/experiments/:id/stop"],
  adoptExperiment: ["POST", "/experiments/:id/adopt"],
  sections: ["GET", "/sections"],
  section: ["GET", "/sections/:section"],
  sectionCsv: ["GET", "/sections/:section/rows.csv"],
  sectionAct: ["POST", "/sections/:section/acts/:act"],
  decideSectionRequest: ["POST", "/sections/:section/requests/:id"],
  board: ["GET", "/board"],
  boardCsv: ["GET", "/board.csv"],
  events: ["GET", "/events"],
  audit: ["GET", "/audit"],
  people: ["GET", "/people"],
  invite: ["POST", "/people"],
  changePerson: ["POST", "/people/:id"],
} as const satisfies Record<string, readonly ["GET" | "POST", `/${string}`]>;
export type DeskCallName = keyof typeof DESK_PATHS;
