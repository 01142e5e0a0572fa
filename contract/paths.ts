import type { Step } from "../core/steps/steps.ts";

export type Paths = Record<string, readonly ["GET" | "POST", `/${string}`]>;

/** The calls that a step starts with. The script that sends them early only contains these. */
export const EARLY_PATHS = {
  product: ["GET", "/product/:kind/:code"],
  presentation: ["POST", "/get-presentation-of-tariff"],
  tvOptions: ["GET", "/get-mobile-tv/:tariff"],
  bundles: ["GET", "/get-bundles/:tariff/:family"],
  prepare: ["GET", "/prepare/:step/:pageStep"],
} as const satisfies Paths;

/** Calls of the shop's own pages that are not a POST to the call's name. A page loads the table, so it is short. */
export const ODD_PATHS = {
  catalogue: ["GET", "/catalogue"],
  ...EARLY_PATHS,
  passwordResetConfirm: ["POST", "/password-reset/confirm"],
  account: ["GET", "/account"],
  beginEid: ["POST", "/eid-verification"],
  photoLinkState: ["GET", "/photo-link-state"],
  photoLinkCheck: ["GET", "/photo-link-check"],
  prepareTransaction: ["POST", "/prepare-transaction-request-js"],
  transactionStatus: ["GET", "/transaction-status"],
  order: ["GET", "/order"],
  confirmation: ["GET", "/order/confirmation.pdf"],
  transferAuthority: ["GET", "/order/transfer-authority.pdf"],
} as const satisfies Paths;

type Kebab<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Kebab<Rest>}`
  : "";
type NamedPaths<Name extends string> = { readonly [Each in Name]: readonly ["POST", `/${Kebab<Each>}`] };

/** The path of a call that is a POST to its name, such as `/send-sms` for `sendSms`. */
export const namedPath = <Name extends string>(name: Name) =>
  ["POST", `/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`] as unknown as NamedPaths<Name>[Name];

/** Returns the paths of calls that are a POST to their names. */
const named = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, namedPath(name)])) as NamedPaths<Name>;

/** The calls that the shop's own pages make. */
export const BROWSER_PATHS = {
  ...ODD_PATHS,
  .../* @__PURE__ */ named(
    "checkout",
    "summaryField",
    "sendSms",
    "smsLogin",
    "beginNetworkLogin",
    "networkLogin",
    "beginFillIn",
    "fillIn",
    "passwordLogin",
    "passwordReset",
    "me",
    "newCustomer",
    "logout",
    "endSession",
    "endOtherSessions",
    "changePassword",
    "passkeyOptions",
    "addPasskey",
    "removePasskey",
    "passkeyLoginOptions",
    "passkeyLogin",
    "validateCustomer",
    "updateCustomer",
    "createCustomer",
    "numbers",
    "holdNumber",
    "addressSearch",
    "addressPopulation",
    "postalCodeTowns",
    "uploadDocument",
    "documentReading",
    "eidState",
    "photoLink",
    "uploadPhoto",
    "createOrder",
    "paymentReturn",
    "orderLink",
    "checkoutLink",
    "cancelOrder",
    "esim",
  ),
} as const satisfies Paths;

/** The calls of other systems: the operator's, the payment provider's, and other sites that show the shop's offers. */
export const SYSTEM_PATHS = {
  topAction: ["POST", "/get-top-action-mobile"],
  orderEvents: ["POST", "/order-events"],
  stockEvents: ["POST", "/stock-events"],
  orderDocument: ["GET", "/order-documents/:id"],
  orderAuthority: ["GET", "/order-authorities/:id"],
  eidEvents: ["POST", "/eid-events"],
  esimProgress: ["POST", "/gsma/rsp2/es2plus/handleDownloadProgressInfo"],
  paymentWebhook: ["POST", "/payment-webhook/:provider"],
} as const satisfies Paths;

/** The step whose form each call sends. */
export const STEP_SENT = {
  validateCustomer: "4",
  updateCustomer: "4a",
  createCustomer: "5",
} as const satisfies Readonly<Partial<Record<BrowserCall, Step>>>;

export type SentCall = keyof typeof STEP_SENT;

/** A call that a page of the shop makes. */
export type BrowserCall = keyof typeof BROWSER_PATHS;

/** The prefix of the path of every call. */
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
