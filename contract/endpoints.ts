import * as v from "valibot";
import { FAILURES, type FailureName } from "./failures.ts";
import { PATHS, type EndpointName } from "./paths.ts";
import * as account from "./schemas/account.ts";
import * as checkout from "./schemas/checkout.ts";
import * as common from "./schemas/common.ts";
import * as customer from "./schemas/customer.ts";
import * as payment from "./schemas/payment.ts";
import { PREPARE_ANSWERS } from "./schemas/prepare.ts";
import * as shop from "./schemas/shop.ts";

type Schema = v.GenericSchema;
/** Whether a call needs the `checkoutId` header. */
type CheckoutHeader = "needed" | "optional";
/**
 * What a call takes as Bearer: nothing; the customer's token, where the checkout has a customer who logged in; that token always;
 * the secret of a phone's link.
 */
export type Bearer = "customer" | "owner" | "photoLink";

export type Endpoint = {
  readonly summary: string;
  /** What a caller must know beyond the shapes. */
  readonly description: string;
  /** What the call itself can fail with; what every call can is added by `failuresOf`. */
  readonly fails: readonly FailureName[];
  readonly bearer?: Bearer;
  readonly checkout: CheckoutHeader;
  readonly body: Schema | null;
  readonly answer: Schema;
  /** Query parameters, all required. */
  readonly query?: readonly string[];
  /** Query parameters that may be left out. */
  readonly optionalQuery?: readonly string[];
  /** The account calls take urlencoded and multipart forms beside JSON; an upload takes multipart alone. */
  readonly form?: "also" | "upload";
  /** A success is a file of this type instead of JSON. */
  readonly media?: "application/pdf";
  /** Called by a provider, not by a browser: no cookie, and the raw body is signed. */
  readonly serverToServer?: true;
};

/** The one table of calls: the router, the typed client and the OpenAPI document come from it. */
export const ENDPOINTS = {
  catalogue: {
    summary: "What the shop window shows",
    description: "All products with their prices in the language of the header `locale`, sold-out ones included.",
    fails: [],
    checkout: "optional",
    body: null,
    answer: shop.CatalogueAnswer,
  },
  product: {
    summary: "One landing page",
    description:
      "A mobile tariff, a TV tariff or a device, with its terms and the record that its buy button posts to `/checkout`.",
    fails: ["notFound"],
    checkout: "optional",
    body: null,
    answer: shop.ProductAnswer,
  },
  presentation: {
    summary: "Name, features and price of a tariff",
    description:
      "The price is the monthly list price with the binding asked for; without one, with the default binding.",
    fails: ["invalidFields"],
    checkout: "optional",
    body: shop.PresentationRequest,
    answer: shop.PresentationAnswer,
  },
  tvOptions: {
    summary: "TV options of a tariff",
    description: 'For a mobile tariff its TV bonus options, "no TV" first; for a TV tariff its durations.',
    fails: ["notFound"],
    checkout: "optional",
    body: null,
    answer: v.array(shop.TvOption),
  },
  bundles: {
    summary: "Add-on bundles of a tariff",
    description:
      "`1` after the tariff asks for mobile bundles, `0` for TV bundles. A bundle without `total` is not shown.",
    fails: ["notFound"],
    checkout: "optional",
    body: null,
    answer: v.array(shop.BundleOption),
  },
  topAction: {
    summary: "A device with a tariff, priced",
    description: "Monthly prices of a device and a tariff, and of both together.",
    fails: ["invalidFields"],
    checkout: "optional",
    body: shop.TopActionRequest,
    answer: shop.TopActionAnswer,
  },
  prepare: {
    summary: "May this step be entered, and what does it show",
    description: "The server alone decides which step may be entered. A refusal names the furthest step that may.",
    fails: ["checkoutUnknown", "notFound", "stepRefused"],
    bearer: "customer",
    checkout: "needed",
    body: null,
    answer: v.union([...new Set(Object.values(PREPARE_ANSWERS))]),
  },
  checkout: {
    summary: "Create, change and price the checkout record",
    description:
      "Without `id` a new checkout begins. With it the whole record is replaced and priced again, and an open payment for the earlier one is voided.",
    fails: ["checkoutUnknown", "stepRefused", "invalidFields"],
    checkout: "optional",
    body: checkout.CheckoutRequest,
    answer: checkout.CheckoutAnswer,
  },
  sendSms: {
    summary: "Send a login code by text message",
    description: "For existing customers with a Swiss mobile number. The code lives five minutes and takes five tries.",
    fails: ["smsUnknown", "smsNotSent", "invalidFields", "tooMany"],
    checkout: "optional",
    body: account.SendSmsRequest,
    answer: account.SendSmsAnswer,
    form: "also",
  },
  smsLogin: {
    summary: "Log in with the code",
    description:
      "`id` is the `userId` that `/send-sms` answered. The header `checkoutId` binds the customer to that checkout.",
    fails: ["smsCodeWrong", "invalidFields", "tooMany"],
    checkout: "optional",
    body: account.SmsLoginRequest,
    answer: common.BodyToken,
    form: "also",
  },
  passwordLogin: {
    summary: "Log in with e-mail and password",
    description:
      "The answer does not say whether the account exists. The header `checkoutId` binds the customer to that checkout.",
    fails: ["passwordWrong", "invalidFields", "tooMany"],
    checkout: "optional",
    body: account.PasswordLoginRequest,
    answer: common.BodyToken,
    form: "also",
  },
  passwordReset: {
    summary: "Mail a link to set a new password",
    description: "Answers the same whether the account exists or not.",
    fails: ["invalidFields", "tooMany"],
    checkout: "optional",
    body: account.PasswordResetRequest,
    answer: common.Message,
    form: "also",
  },
  passwordResetConfirm: {
    summary: "Set the new password with the mailed link",
    description: "The link works once, within its hour. Every login of the account ends.",
    fails: ["resetLinkDead", "invalidFields"],
    checkout: "optional",
    body: account.PasswordResetConfirmRequest,
    answer: common.Message,
  },
  me: {
    summary: "Who the token belongs to",
    description: "The token may come in the body or as Bearer.",
    fails: ["loginNeeded"],
    checkout: "optional",
    body: account.MeRequest,
    answer: account.MeAnswer,
  },
  newCustomer: {
    summary: "Register in this checkout",
    description: "Binds e-mail and password to the checkout. The account itself is made by `/create-customer`.",
    fails: ["emailTaken", "checkoutUnknown", "stepRefused", "invalidFields", "tooMany"],
    checkout: "needed",
    body: account.NewCustomerRequest,
    answer: account.NewCustomerAnswer,
  },
  validateCustomer: {
    summary: "Check and keep number, SIM and person (step 4)",
    description: "Takes the whole form and reads the fields of step 4. Nothing is kept of a form that is wrong.",
    fails: ["checkoutUnknown", "refusedFields", "stepRefused", "userExists", "invalidFields"],
    bearer: "customer",
    checkout: "needed",
    body: customer.CustomerFormRequest,
    answer: common.Ok,
  },
  updateCustomer: {
    summary: "Check and keep the address as well (step 4a)",
    description: "Takes the whole form and reads the fields of steps 4 and 4a.",
    fails: ["checkoutUnknown", "refusedFields", "stepRefused", "userExists", "badAddress", "invalidFields"],
    bearer: "customer",
    checkout: "needed",
    body: customer.CustomerFormRequest,
    answer: common.Ok,
  },
  createCustomer: {
    summary: "Check everything and create the customer (step 5)",
    description: "Takes the whole form. Who registered here gets the first token. Repeating it is fine.",
    fails: ["checkoutUnknown", "refusedFields", "stepRefused", "userExists", "badAddress", "invalidFields"],
    bearer: "customer",
    checkout: "needed",
    body: customer.CustomerFormRequest,
    answer: common.BodyToken,
  },
  addressSearch: {
    summary: "Find addresses while typing",
    description: "Words in any order, by their beginnings, with or without accents; at most 20 addresses.",
    fails: ["tooMany"],
    checkout: "optional",
    body: customer.AddressSearchRequest,
    answer: v.array(customer.AddressHit),
  },
  addressPopulation: {
    summary: "The canonical form of an address",
    description: "An unknown address comes back as it was sent.",
    fails: [],
    checkout: "optional",
    body: customer.AddressPopulationRequest,
    answer: customer.AddressPopulation,
  },
  uploadDocument: {
    summary: "The image of the identity document",
    description:
      "JPEG, PNG or WebP by content, at most 10 MB and 40 megapixels. A later picture replaces an earlier one.",
    fails: ["checkoutUnknown", "stepRefused", "pictureTooLarge", "notAPicture"],
    bearer: "customer",
    checkout: "needed",
    body: null,
    answer: common.Nothing,
    form: "upload",
  },
  photoLink: {
    summary: "A link by which a phone may send the image of the identity document, once",
    description: "A new link ends the earlier one.",
    fails: ["checkoutUnknown", "stepRefused", "tooMany"],
    bearer: "customer",
    checkout: "needed",
    body: common.Nothing,
    answer: customer.PhotoLink,
  },
  photoLinkState: {
    summary: "Whether the phone has sent the image",
    description: "`received` from the link's use until a new one is made.",
    fails: ["checkoutUnknown", "stepRefused"],
    bearer: "customer",
    checkout: "needed",
    body: null,
    answer: customer.PhotoLinkState,
  },
  photoLinkCheck: {
    summary: "Whether a phone's link still lives (its secret as Bearer token)",
    description: "Asked by the phone before anybody takes a picture.",
    fails: ["photoLinkDead", "tooMany"],
    bearer: "photoLink",
    checkout: "optional",
    body: null,
    answer: customer.PhotoLinkCheck,
  },
  uploadPhoto: {
    summary: "The image of the identity document, from a phone (the link's secret as Bearer token)",
    description: "The same checks as `/upload-document`. The link ends with its use.",
    fails: ["photoLinkDead", "pictureTooLarge", "notAPicture", "tooMany"],
    bearer: "photoLink",
    checkout: "optional",
    body: null,
    answer: common.Nothing,
    form: "upload",
  },
  prepareTransaction: {
    summary: "Begin, or return, the payment of this checkout",
    description:
      "Repeated, it answers the payment that is open. `amount` 0: nothing is due, and the order can be made.",
    fails: ["checkoutUnknown", "stepRefused", "priceChanged", "noStock"],
    bearer: "customer",
    checkout: "needed",
    body: common.Nothing,
    answer: payment.PrepareTransactionAnswer,
  },
  transactionStatus: {
    summary: "What became of a payment",
    description:
      "`checkoutId` in the query is the provider's `hostedCheckoutId`. The provider is asked; a paid payment becomes the order on the way.",
    fails: ["checkoutUnknown"],
    checkout: "needed",
    body: null,
    answer: payment.TransactionStatusAnswer,
    query: ["checkoutId"],
    optionalQuery: ["RETURNMAC"],
  },
  createOrder: {
    summary: "Make the order, once",
    description: "`billPayed` is a claim; the provider is asked. Repeated, it answers the same order.",
    fails: ["checkoutUnknown", "stepRefused", "priceChanged", "noStock"],
    bearer: "customer",
    checkout: "needed",
    body: payment.CreateOrderRequest,
    answer: checkout.OrderAnswer,
  },
  order: {
    summary: "The order of this checkout",
    description:
      "Lines and totals as the shopper saw them. The number that is transferred is for the owner's token alone.",
    fails: ["checkoutUnknown", "notFound"],
    bearer: "customer",
    checkout: "needed",
    body: null,
    answer: checkout.OrderView,
  },
  confirmation: {
    summary: "The order's confirmation as PDF, for its owner (Bearer token)",
    description: "For a placed order, in the language of the header `locale`.",
    fails: ["loginNeeded", "checkoutUnknown", "notFound"],
    bearer: "owner",
    checkout: "needed",
    body: null,
    answer: common.Bytes,
    media: "application/pdf",
  },
  esim: {
    summary: "The eSIM's activation code, for the order's owner (Bearer token)",
    description: "Asked again until it is `ready`. Every answer with a code is recorded.",
    fails: ["loginNeeded", "checkoutUnknown", "notFound"],
    bearer: "owner",
    checkout: "needed",
    body: common.Nothing,
    answer: checkout.EsimAnswer,
  },
  paymentWebhook: {
    summary: "A payment provider reports, signed",
    description:
      "Answered with 200 only once the outcome is stored. What it says of the payment is not believed: the provider is asked.",
    fails: ["badSignature", "notFound"],
    checkout: "optional",
    body: null,
    answer: common.Ok,
    serverToServer: true,
  },
} as const satisfies Record<EndpointName, Endpoint>;

type Endpoints = typeof ENDPOINTS;

/** What a client sends as body of a call. */
export type BodyOf<Name extends EndpointName> = Endpoints[Name]["body"] extends Schema
  ? v.InferInput<Endpoints[Name]["body"]>
  : undefined;
/** What the server reads from that body. */
export type ReadBodyOf<Name extends EndpointName> = Endpoints[Name]["body"] extends Schema
  ? v.InferOutput<Endpoints[Name]["body"]>
  : undefined;
/** What a successful call answers. */
export type AnswerOf<Name extends EndpointName> = v.InferOutput<Endpoints[Name]["answer"]>;

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
/** The `:name` parts of a call's path. */
export type ParamsOf<Name extends EndpointName> = Record<ParamNames<(typeof PATHS)[Name][1]>, string>;

/** What every call can fail with, and what follows from how it is called. */
const EVERY_CALL = ["unreadable", "unavailable", "fault"] as const satisfies readonly FailureName[];
const EVERY_POST = ["bodyTooLarge", "mediaType"] as const satisfies readonly FailureName[];

type CommonFailure = (typeof EVERY_CALL)[number] | (typeof EVERY_POST)[number] | "xsrf";
/** What a handler of this call may fail with. */
export type FailuresOf<Name extends EndpointName> = Endpoints[Name]["fails"][number] | CommonFailure;

/** All that a call can fail with, in the order of the table of failures. */
export function failuresOf(name: EndpointName): readonly FailureName[] {
  const endpoint: Endpoint = ENDPOINTS[name];
  const isPost = PATHS[name][0] === "POST";
  const named = new Set<FailureName>([
    ...endpoint.fails,
    ...EVERY_CALL,
    ...(isPost ? EVERY_POST : []),
    ...(isPost && !endpoint.serverToServer ? (["xsrf"] as const) : []),
  ]);
  return (Object.keys(FAILURES) as FailureName[]).filter((each) => named.has(each));
}
