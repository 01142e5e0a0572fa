import type { Step } from "../core/steps/steps.ts";

type Paths = Record<string, readonly ["GET" | "POST", `/${string}`]>;

/** The calls that a step starts with. The script that sends them early only contains these. */
export const EARLY_PATHS = {
  product: ["GET", "/product/:kind/:code"],
  presentation: ["POST", "/get-presentation-of-tariff"],
  tvOptions: ["GET", "/get-mobile-tv/:tariff"],
  bundles: ["GET", "/get-bundles/:tariff/:family"],
  prepare: ["GET", "/prepare/:step/:pageStep"],
} as const satisfies Paths;

/** The calls that the shop's own pages make. A page loads the whole table, so other calls do not belong here. */
export const BROWSER_PATHS = {
  catalogue: ["GET", "/catalogue"],
  ...EARLY_PATHS,
  checkout: ["POST", "/checkout"],
  sendSms: ["POST", "/send-sms"],
  smsLogin: ["POST", "/sms-login"],
  beginNetworkLogin: ["POST", "/begin-network-login"],
  networkLogin: ["POST", "/network-login"],
  passwordLogin: ["POST", "/password-login"],
  passwordReset: ["POST", "/password-reset"],
  passwordResetConfirm: ["POST", "/password-reset/confirm"],
  me: ["POST", "/me"],
  newCustomer: ["POST", "/new-customer"],
  account: ["GET", "/account"],
  logout: ["POST", "/logout"],
  endSession: ["POST", "/end-session"],
  endOtherSessions: ["POST", "/end-other-sessions"],
  changePassword: ["POST", "/change-password"],
  passkeyOptions: ["POST", "/passkey-options"],
  addPasskey: ["POST", "/add-passkey"],
  removePasskey: ["POST", "/remove-passkey"],
  passkeyLoginOptions: ["POST", "/passkey-login-options"],
  passkeyLogin: ["POST", "/passkey-login"],
  validateCustomer: ["POST", "/validate-customer"],
  updateCustomer: ["POST", "/update-customer"],
  createCustomer: ["POST", "/create-customer"],
  numbers: ["POST", "/numbers"],
  holdNumber: ["POST", "/hold-number"],
  addressSearch: ["POST", "/address-search"],
  addressPopulation: ["POST", "/address-population"],
  postalCodeTowns: ["POST", "/postal-code-towns"],
  uploadDocument: ["POST", "/upload-document"],
  documentReading: ["POST", "/document-reading"],
  beginEid: ["POST", "/eid-verification"],
  eidState: ["POST", "/eid-state"],
  photoLink: ["POST", "/photo-link"],
  photoLinkState: ["GET", "/photo-link-state"],
  photoLinkCheck: ["GET", "/photo-link-check"],
  uploadPhoto: ["POST", "/upload-photo"],
  prepareTransaction: ["POST", "/prepare-transaction-request-js"],
  transactionStatus: ["GET", "/transaction-status"],
  createOrder: ["POST", "/create-order"],
  order: ["GET", "/order"],
  paymentReturn: ["POST", "/payment-return"],
  orderLink: ["POST", "/order-link"],
  checkoutLink: ["POST", "/checkout-link"],
  preparedCheckout: ["POST", "/prepared-checkout"],
  cancelOrder: ["POST", "/cancel-order"],
  confirmation: ["GET", "/order/confirmation.pdf"],
  transferAuthority: ["GET", "/order/transfer-authority.pdf"],
  esim: ["POST", "/esim"],
} as const satisfies Paths;

/** The call that pages make only in a frame of another site. */
export const FRAME_PATHS = { embeddedCheckout: ["POST", "/embedded-checkout"] } as const satisfies Paths;

/** The calls of other systems: the operator's, the payment provider's, and other sites that show the shop's offers. */
const SYSTEM_PATHS = {
  topAction: ["POST", "/get-top-action-mobile"],
  orderEvents: ["POST", "/order-events"],
  stockEvents: ["POST", "/stock-events"],
  orderDocument: ["GET", "/order-documents/:id"],
  orderAuthority: ["GET", "/order-authorities/:id"],
  eidEvents: ["POST", "/eid-events"],
  esimProgress: ["POST", "/gsma/rsp2/es2plus/handleDownloadProgressInfo"],
  paymentWebhook: ["POST", "/payment-webhook/:provider"],
} as const satisfies Paths;

/**
 * The method and path of every call under `/public-api` (specification 7, decisions 7). `contract/shop/calls.ts` adds
 * the schemas, which only the server and the OpenAPI document need.
 */
export const PATHS = { ...BROWSER_PATHS, ...FRAME_PATHS, ...SYSTEM_PATHS } as const;

/** The step whose form each call sends. */
export const STEP_SENT = {
  validateCustomer: "4",
  updateCustomer: "4a",
  createCustomer: "5",
} as const satisfies Readonly<Partial<Record<EndpointName, Step>>>;

export type SentCall = keyof typeof STEP_SENT;

export type EndpointName = keyof typeof PATHS;

/** A call that a page of the shop makes. */
export type BrowserCall = keyof typeof BROWSER_PATHS;

/** The prefix of every path in `PATHS`. */
export const API_PREFIX = "/public-api";

/**
 * The cookie of the double-submit check, and the header that repeats it in every POST (wire, Common). Over https the
 * cookie is named `secureCookie`, which no other host can set.
 */
export const XSRF = { cookie: "XSRF-TOKEN", secureCookie: "__Host-XSRF-TOKEN", header: "X-XSRF-TOKEN" } as const;

/** The cookie in which the buy button's form passes the id of the new checkout to the next page (ADR 6). */
export const STARTED_CHECKOUT = {
  cookie: "kasse-begun-",
  secureCookie: "__Host-kasse-begun-",
  fragment: "begun-",
} as const;
