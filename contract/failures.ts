import * as v from "valibot";
import { STEPS } from "../core/steps.ts";
import { CheckoutAnswer } from "./schemas/checkout.ts";
import { FieldErrors, Message } from "./schemas/common.ts";

/** The code that every 5xx carries (decisions 7). */
export const SERVER_ERROR = "REQUEST_FAILED_SERVER_ERROR";
export type ServerErrorCode = typeof SERVER_ERROR;

const text = v.string();
const serverError = v.literal(SERVER_ERROR);
const requestId = v.pipe(v.string(), v.description("names the request in the server's log"));

/** The shapes of the bodies of failures (wire). The server's replies and the browser's `Failure` are made from them. */
export const FAILURE_BODIES = {
  message: Message,
  /** A message that names what could not be read. */
  unreadable: Message,
  /** A message with the seconds to wait, which the header `Retry-After` carries as well. */
  tooMany: Message,
  coded: v.object({ code: v.string(), message: text }),
  page: v.object({
    page: v.pipe(v.nullable(v.picklist(STEPS)), v.description("the furthest allowed page; null where none is")),
  }),
  fieldErrors: v.object({ errors: FieldErrors }),
  refusedFields: v.object({ body: v.object({ error_fields: FieldErrors }) }),
  userExists: v.object({ message: text, username: v.string() }),
  badAddress: v.object({ message: text, badAddress: v.literal(true) }),
  priceChanged: v.object({ code: v.literal("PRICE_CHANGED"), message: text, checkout: CheckoutAnswer }),
  fault: v.object({ error: serverError, requestId }),
  unavailable: v.object({ code: serverError, message: text, error: serverError, requestId }),
} as const;
export type FailureBodies = { [Body in keyof typeof FAILURE_BODIES]: v.InferOutput<(typeof FAILURE_BODIES)[Body]> };
export type FailureBody = keyof FailureBodies;

type FailureRow = {
  readonly status: number;
  readonly body: FailureBody;
  /** Key of the sentence in `locales/<language>/server.json`; null for a body without one. */
  readonly text: string | null;
  /** The `code` of a coded body, as the specification names it. */
  readonly code?: string;
  /** For readers of the API's description. */
  readonly about: string;
};

/**
 * The one table of expected failures: name, status, shape of the body, sentence (decisions 5 and 7, specification 8). An endpoint names
 * those it may return in `fails`; the types of handlers, the replies, the OpenAPI document and the browser's reader follow.
 */
export const FAILURES = {
  unreadable: { status: 400, body: "unreadable", text: "error.badRequest", about: "The request cannot be read" },
  emailTaken: { status: 400, body: "message", text: "account.taken", about: "This e-mail has an account already" },
  resetLinkDead: {
    status: 400,
    body: "message",
    text: "account.resetDead",
    about: "The link is used, replaced or over",
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
    about: "No text can be sent to this number now",
  },
  smsCodeWrong: {
    status: 401,
    body: "coded",
    code: "SMS_LOGIN_USER_FAILED_INVALID_CODE",
    text: "account.codeWrong",
    about: "The code is wrong, used or over",
  },
  passwordWrong: {
    status: 401,
    body: "coded",
    code: "PIN_LOGIN_USER_FAILED_USER_DOESNT_EXIST_OR_INVALID_DATA",
    text: "account.passwordWrong",
    about: "E-mail and password do not fit; whether the account exists is not said",
  },
  xsrf: { status: 403, body: "coded", code: "XSRF", text: "error.xsrf", about: "The cookie was not echoed" },
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
    about: "The checkout id is unknown, foreign or malformed",
  },
  photoLinkDead: {
    status: 404,
    body: "message",
    text: "photo.dead",
    about: "The link is unknown, used, replaced or over",
  },
  refusedFields: {
    status: 406,
    body: "refusedFields",
    text: null,
    about: "The form is right, and a business system refuses a field",
  },
  stepRefused: { status: 409, body: "page", text: null, about: "Not now: the page to go to" },
  userExists: { status: 409, body: "userExists", text: "account.taken", about: "Somebody else has this e-mail" },
  badAddress: { status: 409, body: "badAddress", text: "customer.badAddress", about: "Nothing can be sent there" },
  priceChanged: {
    status: 409,
    body: "priceChanged",
    text: "order.priceChanged",
    about: "The price is another than the shopper was shown; the new one comes along",
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
    about: "Not a kind of content that is read here",
  },
  notAPicture: { status: 415, body: "message", text: "error.notAnImage", about: "No JPEG, PNG or WebP" },
  invalidFields: { status: 422, body: "fieldErrors", text: null, about: "The form is wrong" },
  tooMany: { status: 429, body: "tooMany", text: "error.tooMany", about: "Too many tries; the header says when again" },
  fault: { status: 500, body: "fault", text: null, about: "A fault of the server" },
  unavailable: {
    status: 503,
    body: "unavailable",
    text: "error.unavailable",
    about: "A system behind the server does not answer",
  },
} as const satisfies Record<string, FailureRow>;

export type FailureName = keyof typeof FAILURES;
/** The failures whose bodies have this shape. */
export type FailuresWith<Body extends FailureBody> = {
  [Name in FailureName]: (typeof FAILURES)[Name]["body"] extends Body ? Name : never;
}[FailureName];
/** The `code`s that coded bodies carry. */
export type WireCode = Extract<(typeof FAILURES)[FailureName], { code: string }>["code"];
