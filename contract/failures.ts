import * as v from "valibot";
import { STEPS } from "../core/steps/steps.ts";
import { EXTENSION_FAILURES } from "#extensions/contract.ts";
import { CheckoutAnswer } from "./schemas/checkout.ts";
import { DESK_FAILURES, Named } from "./desk-failures.ts";
import { FieldErrors, Message } from "./schemas/fields.ts";

/** The code in every 5xx body (decisions 7). */
export const SERVER_ERROR = "REQUEST_FAILED_SERVER_ERROR";
export type ServerErrorCode = typeof SERVER_ERROR;

/** The code if a system's answer about the shopper cannot be read, so that another attempt would not help. */
const UNREADABLE_ANSWER = "REQUEST_FAILED_UNREADABLE_ANSWER";

const text = v.string();
const serverError = v.literal(SERVER_ERROR);
const requestId = v.pipe(v.string(), v.description("identifies the request in the server's log"));

/**
 * The shapes of the bodies of failures (wire). The server's replies and the browser's `Failure` are derived from them.
 */
export const FAILURE_BODIES = {
  message: Message,
  /** The message names what could not be read. `errors`: typed texts, each with what is wrong. */
  unreadable: v.object({ message: text, errors: v.optional(FieldErrors) }),
  /** The message is that of an extension. */
  said: Message,
  /** The message says how many seconds to wait; the header `Retry-After` does so too. */
  tooMany: Message,
  /** A shopper queues for a product. The message says how many are in front and how long it takes. */
  queued: v.object({
    code: v.literal("QUEUED"),
    message: text,
    ticket: v.pipe(text, v.description("keeps the place: send it with the next request")),
    before: v.pipe(v.number(), v.description("how many shoppers are in front")),
    seconds: v.pipe(v.nullable(v.number()), v.description("about how long; null while others may buy the last pieces")),
    retryAfter: v.pipe(v.number(), v.description("when to ask again, in seconds; as the header `Retry-After`")),
  }),
  coded: v.object({ code: v.string(), message: text }),
  page: v.object({
    page: v.pipe(v.nullable(v.picklist(STEPS)), v.description("the furthest allowed step; null if none is allowed")),
    message: v.optional(v.pipe(text, v.description("why no step is allowed"))),
  }),
  fieldErrors: v.object({ errors: FieldErrors }),
  refusedFields: v.object({
    body: v.object({
      error_fields: FieldErrors,
      suggested: v.optional(
        v.pipe(v.record(v.string(), text), v.description("by field, a value that would not be refused")),
      ),
    }),
  }),
  userExists: v.object({ message: text, username: v.string() }),
  badAddress: v.object({ message: text, badAddress: v.literal(true) }),
  priceChanged: v.object({ code: v.literal("PRICE_CHANGED"), message: text, checkout: CheckoutAnswer }),
  fault: v.object({ error: serverError, requestId }),
  unavailable: v.object({
    code: v.picklist([SERVER_ERROR, UNREADABLE_ANSWER]),
    message: text,
    error: serverError,
    requestId,
  }),
  /** The body of all failures of the desk. */
  named: Named,
} as const;
export type FailureBodies = { [Body in keyof typeof FAILURE_BODIES]: v.InferOutput<(typeof FAILURE_BODIES)[Body]> };
export type FailureBody = keyof FailureBodies;
/** The shapes of the shop's failures. */
export type ShopBody = Exclude<FailureBody, "named">;

export type FailureRow = {
  readonly status: number;
  readonly body: FailureBody;
  /** The key of the message in `locales/<language>/server.json`; null for a body without a message. */
  readonly text: string | null;
  /** The `code` of a coded body, as named in the specification. */
  readonly code?: string;
  /** Description in the OpenAPI document. */
  readonly about: string;
};

/**
 * The table of expected failures: name, status, shape of the body, message (decisions 5 and 7, specification 8). Each
 * call lists the ones it can return in `fails`. The types of handlers, the replies, the OpenAPI documents and the
 * browser's parser are derived from it. The desk uses a body of its own, even for failures that it shares with the
 * shop.
 */
export const FAILURES = {
  unreadable: { status: 400, body: "unreadable", text: "error.badRequest", about: "The request cannot be read" },
  emailTaken: { status: 400, body: "message", text: "account.taken", about: "This e-mail already has an account" },
  resetLinkDead: {
    status: 400,
    body: "message",
    text: "account.resetDead",
    about: "The link was used, was replaced or has expired",
  },
  passkeyRefused: {
    status: 400,
    body: "message",
    text: "account.passkeyRefused",
    about: "The passkey is unknown, its answer is wrong or too late, or the account has the maximum number",
  },
  passkeyCopied: {
    status: 400,
    body: "message",
    text: "account.passkeyCopied",
    about: "The count of uses of a passkey that is on one device has not risen, so it might have been copied",
  },
  loginNeeded: { status: 401, body: "message", text: "account.loginNeeded", about: "No valid token" },
  smsUnknown: {
    status: 401,
    body: "coded",
    code: "SEND_SMS_TO_USER_FAILED_USER_DOESNT_EXIST",
    text: "account.smsUnknown",
    about: "No customer has this number",
  },
  smsNotSent: {
    status: 401,
    body: "coded",
    code: "SEND_SMS_TO_USER_FAILED_USER_DOESNT_EXIST",
    text: "account.smsNotSent",
    about: "No text message can be sent to this number now",
  },
  smsCodeWrong: {
    status: 401,
    body: "coded",
    code: "SMS_LOGIN_USER_FAILED_INVALID_CODE",
    text: "account.codeWrong",
    about: "The code is wrong, was used or has expired",
  },
  simSwapped: {
    status: 401,
    body: "coded",
    code: "SMS_LOGIN_USER_FAILED_SIM_SWAPPED",
    text: "account.simSwapped",
    about: "The code is right, but the number's SIM has just changed: another login is needed",
  },
  networkLoginFailed: {
    status: 401,
    body: "coded",
    code: "NETWORK_LOGIN_FAILED",
    text: "account.networkLoginFailed",
    about: "The mobile network has not recognised the phone, or no customer has its number",
  },
  fillInFailed: {
    status: 409,
    body: "coded",
    code: "FILL_IN_FAILED",
    text: "account.fillInFailed",
    about: "The mobile network has sent nothing, for example because its customer did not consent",
  },
  loginWrong: {
    status: 401,
    body: "coded",
    code: "PIN_LOGIN_USER_FAILED_USER_DOESNT_EXIST_OR_INVALID_DATA",
    text: "account.passwordWrong",
    about: "E-mail and password do not match; the answer does not reveal whether the account exists",
  },
  operatorTokenWrong: {
    status: 401,
    body: "message",
    text: "error.operatorToken",
    about: "Not the secret of the order webhook, or the hand-over is a sandbox",
  },
  smdpTokenWrong: {
    status: 401,
    body: "message",
    text: "error.operatorToken",
    about: "Not the secret of the SM-DP+, or the shop accepts no notifications",
  },
  verifierTokenWrong: {
    status: 401,
    body: "message",
    text: "error.operatorToken",
    about: "Not the key of the e-ID verifier, or the shop accepts no e-ID",
  },
  warehouseTokenWrong: {
    status: 401,
    body: "message",
    text: "error.operatorToken",
    about: "Not the secret of the warehouse, or the shop accepts no stock reports",
  },
  loginTooOld: {
    status: 403,
    body: "coded",
    code: "LOGIN_TOO_OLD",
    text: "account.loginTooOld",
    about: "This change needs a login of the last 30 minutes",
  },
  xsrf: {
    status: 403,
    body: "coded",
    code: "XSRF",
    text: "error.xsrf",
    about: "The header does not match the cookie, or a page of another site sent the request",
  },
  badSignature: {
    status: 403,
    body: "coded",
    code: "SIGNATURE",
    text: "error.signature",
    about: "The webhook's signature is wrong",
  },
  notFound: { status: 404, body: "message", text: "error.notFound", about: "Unknown" },
  checkoutUnknown: {
    status: 404,
    body: "message",
    text: "error.checkoutUnknown",
    about: "The checkout id is unknown, malformed or belongs to another shopper",
  },
  photoLinkDead: {
    status: 404,
    body: "message",
    text: "photo.dead",
    about: "The link is unknown, was used, was replaced or has expired",
  },
  orderLinkDead: {
    status: 404,
    body: "message",
    text: "order.linkDead",
    about: "The link to the order is unknown or has expired",
  },
  checkoutLinkDead: {
    status: 404,
    body: "message",
    text: "order.continueDead",
    about: "The link to the checkout is unknown or has expired, or what was chosen is no longer sold",
  },
  tooLateToCancel: {
    status: 409,
    body: "message",
    text: "order.tooLateToCancel",
    about: "The order can no longer be cancelled by its customer",
  },
  refusedFields: {
    status: 406,
    body: "refusedFields",
    text: null,
    about: "The form is valid, but one of the operator's systems refuses a field",
  },
  eventChanged: {
    status: 409,
    body: "message",
    text: "error.eventChanged",
    about: "An event with this id was recorded before, with different content",
  },
  stepRefused: {
    status: 409,
    body: "page",
    text: "order.notSold",
    about: "The step is not allowed now; the body names the step to go to",
  },
  userExists: {
    status: 409,
    body: "userExists",
    text: "account.taken",
    about: "This e-mail belongs to another customer",
  },
  badAddress: {
    status: 409,
    body: "badAddress",
    text: "customer.badAddress",
    about: "Nothing can be delivered to this address",
  },
  priceChanged: {
    status: 409,
    body: "priceChanged",
    text: "order.priceChanged",
    about: "The price differs from the one the shopper was shown; the body contains the new one",
  },
  reviewChanged: {
    status: 409,
    body: "coded",
    code: "REVIEW_CHANGED",
    text: "order.reviewChanged",
    about: "The order would differ from the review that the shopper saw",
  },
  termsChanged: {
    status: 409,
    body: "coded",
    code: "TERMS_CHANGED",
    text: "customer.termsChanged",
    about: "The terms have changed since they were shown to the shopper",
  },
  noStock: { status: 409, body: "coded", code: "NO_STOCK", text: "order.noStock", about: "The device is sold out" },
  bodyTooLarge: { status: 413, body: "message", text: "error.bodyTooLarge", about: "The request is too large" },
  pictureTooLarge: {
    status: 413,
    body: "message",
    text: "error.tooLarge",
    about: "The picture has too many bytes or pixels",
  },
  mediaType: {
    status: 415,
    body: "message",
    text: "error.mediaType",
    about: "This content type is not supported",
  },
  pictureTooSmall: {
    status: 415,
    body: "message",
    text: "error.pictureTooSmall",
    about: "A side of the picture has fewer than 200 pixels",
  },
  pictureDamaged: {
    status: 415,
    body: "message",
    text: "error.pictureDamaged",
    about: "A part of the picture is missing or cannot be decoded",
  },
  pictureHeic: { status: 415, body: "message", text: "error.pictureHeic", about: "A picture in the HEIC format" },
  notAPicture: { status: 415, body: "message", text: "error.notAnImage", about: "Not a JPEG, PNG or WebP picture" },
  invalidFields: { status: 422, body: "fieldErrors", text: null, about: "The form has invalid fields" },
  notAccepted: { status: 422, body: "said", text: null, about: "An extension does not accept what was entered" },
  tooMany: {
    status: 429,
    body: "tooMany",
    text: "error.tooMany",
    about: "Too many attempts; the header states when to retry",
  },
  queued: {
    status: 429,
    body: "queued",
    text: "order.queued",
    about: "Many want this product: the shopper has a place in its queue",
  },
  uploadsBusy: {
    status: 429,
    body: "tooMany",
    text: "error.uploadsBusy",
    about: "Too many pictures arrive at once; the header states when to retry",
  },
  documentsFull: {
    status: 429,
    body: "tooMany",
    text: "error.documentsFull",
    about: "This customer has too many pictures in checkouts without an order",
  },
  fault: { status: 500, body: "fault", text: null, about: "A fault in the server" },
  unavailable: {
    status: 503,
    body: "unavailable",
    code: SERVER_ERROR,
    text: "error.unavailable",
    about: "A system behind the server does not answer",
  },
  answerUnreadable: {
    status: 503,
    body: "unavailable",
    code: UNREADABLE_ANSWER,
    text: "error.answerUnreadable",
    about: "A system behind the server answers with data that cannot be read; another attempt would not help",
  },
  ...EXTENSION_FAILURES,
  ...DESK_FAILURES,
} as const satisfies Record<string, FailureRow>;

export type FailureName = keyof typeof FAILURES;
/** The failures that calls of the shop can have. */
export type ShopFailureName = Exclude<FailureName, keyof typeof DESK_FAILURES>;
export const SHOP_FAILURES = (Object.keys(FAILURES) as FailureName[]).filter(
  (name): name is ShopFailureName => !(name in DESK_FAILURES),
);
/** The failures whose body has this shape. */
export type FailuresWith<Body extends FailureBody> = {
  [Name in FailureName]: (typeof FAILURES)[Name]["body"] extends Body ? Name : never;
}[FailureName];
/** The `code` values of coded bodies. */
export type WireCode = Extract<(typeof FAILURES)[FailureName], { code: string }>["code"];
