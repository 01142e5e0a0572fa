/** Where the desk's pages are, on the management port. */
export const DESK_PAGES = "/desk";
/** Where its interface is. */
export const DESK_API = "/desk/api";

/** The calls of the desk: method and path. */
export const DESK_PATHS = {
  me: ["GET", "/me"],
  login: ["POST", "/login"],
  logout: ["POST", "/logout"],
  invitation: ["POST", "/invitation"],
  acceptInvitation: ["POST", "/invitation/accept"],
  orders: ["GET", "/orders"],
  orderCounts: ["GET", "/order-counts"],
  order: ["GET", "/orders/:number"],
  orderVersion: ["GET", "/orders/:number/version"],
  act: ["POST", "/orders/:number/acts"],
  document: ["POST", "/orders/:number/document"],
  waiting: ["GET", "/waiting"],
  waitingCounts: ["GET", "/waiting-counts"],
  audit: ["GET", "/audit"],
  people: ["GET", "/people"],
  invite: ["POST", "/people"],
  changePerson: ["POST", "/people/:id"],
} as const satisfies Record<string, readonly ["GET" | "POST", `/${string}`]>;
export type DeskCallName = keyof typeof DESK_PATHS;
