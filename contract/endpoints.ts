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
 * The Bearer token that a call takes. `customer`: the customer's token, required once a customer has logged in to the checkout.
 * `owner`: that token, always required. `photoLink`: the secret of a phone link. Without a value the call takes none.
 */
export type Bearer = "customer" | "owner" | "photoLink";

export type Endpoint = {
  readonly summary: string;
  /** What a caller needs to know beyond the shapes. */
  readonly description: string;
  /** The failures of this call; `failuresOf` adds those of every call. */
  readonly fails: readonly FailureName[];
  readonly bearer?: Bearer;
  readonly checkout: CheckoutHeader;
  readonly body: Schema | null;
  readonly answer: Schema;
  /** Query parameters, all required. */
  readonly query?: readonly string[];
  /** Query parameters that may be left out. */
  readonly optionalQuery?: readonly string[];
  /** `also`: urlencoded and multipart forms as well as JSON (the account calls). `upload`: multipart only. */
  readonly form?: "also" | "upload";
  /** The media type of a successful answer that is a file instead of JSON. */
  readonly media?: "application/pdf";
  /** Called by a provider, not by a browser: there is no cookie, and the raw body is signed. */
  readonly serverToServer?: true;
};

/** The table of calls. The router, the typed client and the OpenAPI document are derived from it. */
export const ENDPOINTS = {
  catalogue: {
    summary: "The products of the shop window",
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
      "The price is the monthly list price with the given binding, or with the default binding if none is given.",
    fails: ["invalidFields"],
    checkout: "optional",
    body: shop.PresentationRequest,
    answer: shop.PresentationAnswer,
  },
  tvOptions: {
    summary: "TV options of a tariff",
    description: 'For a mobile tariff: its TV bonus options, "no TV" first. For a TV tariff: its durations.',
    fails: ["notFound"],
    checkout: "optional",
    body: null,
    answer: v.array(shop.TvOption),
  },
  bundles: {
    summary: "Add-on bundles of a tariff",
    description:
      "`1` after the tariff returns mobile bundles, `0` returns TV bundles. A bundle without `total` is not shown.",
    fails: ["notFound"],
    checkout: "optional",
    body: null,
    answer: v.array(shop.BundleOption),
  },
  topAction: {
    summary: "The price of a device with a tariff",
    description: "Monthly prices of the device, of the tariff, and of both together.",
    fails: ["invalidFields"],
    checkout: "optional",
    body: shop.TopActionRequest,
    answer: shop.TopActionAnswer,
  },
  prepare: {
    summary: "Enter a step and get its data",
    description: "The server decides which step may be entered. A refusal names the furthest allowed step.",
    fails: ["checkoutUnknown", "notFound", "stepRefused"],
    bearer: "customer",
    checkout: "needed",
    body: null,
    answer: v.union([...new Set(Object.values(PREPARE_ANSWERS))]),
  },
  checkout: {
    summary: "Create, change and price the checkout record",
    description:
      "Without `id`, creates a new checkout. With `id`, replaces the whole record, prices it again and voids an open payment for the earlier record.",
    fails: ["checkoutUnknown", "stepRefused", "invalidFields"],
    checkout: "optional",
    body: checkout.CheckoutRequest,
    answer: checkout.CheckoutAnswer,
  },
  sendSms: {
    summary: "Send a login code by text message",
    description:
      "For existing customers with a Swiss mobile number. The code is valid for five minutes and five tries.",
    fails: ["smsUnknown", "smsNotSent", "invalidFields", "tooMany"],
    checkout: "optional",
    body: account.SendSmsRequest,
    answer: account.SendSmsAnswer,
    form: "also",
  },
  smsLogin: {
    summary: "Log in with the code",
    description:
      "`id` is the `userId` from the answer of `/send-sms`. The header `checkoutId` binds the customer to that checkout.",
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
    description: "The answer is the same whether the account exists or not.",
    fails: ["invalidFields", "tooMany"],
    checkout: "optional",
    body: account.PasswordResetRequest,
    answer: common.Message,
    form: "also",
  },
  passwordResetConfirm: {
    summary: "Set the new password with the mailed link",
    description: "The link works once, within one hour. Ends every login of the account.",
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
    description: "Binds e-mail and password to the checkout. `/create-customer` creates the account itself.",
    fails: ["emailTaken", "checkoutUnknown", "stepRefused", "invalidFields", "tooMany"],
    checkout: "needed",
    body: account.NewCustomerRequest,
    answer: account.NewCustomerAnswer,
  },
  validateCustomer: {
    summary: "Check and store number, SIM and person (step 4)",
    description: "Takes the whole form and reads the fields of step 4. An invalid form is not stored.",
    fails: ["checkoutUnknown", "refusedFields", "stepRefused", "userExists", "invalidFields"],
    bearer: "customer",
    checkout: "needed",
    body: customer.CustomerFormRequest,
    answer: common.Ok,
  },
  updateCustomer: {
    summary: "Check and store the address as well (step 4a)",
    description: "Takes the whole form and reads the fields of steps 4 and 4a.",
    fails: ["checkoutUnknown", "refusedFields", "stepRefused", "userExists", "badAddress", "invalidFields"],
    bearer: "customer",
    checkout: "needed",
    body: customer.CustomerFormRequest,
    answer: common.Ok,
  },
  createCustomer: {
    summary: "Check everything and create the customer (step 5)",
    description:
      "Takes the whole form. A customer who registered in this checkout gets the first token. Safe to repeat.",
    fails: ["checkoutUnknown", "refusedFields", "stepRefused", "userExists", "badAddress", "invalidFields"],
    bearer: "customer",
    checkout: "needed",
    body: customer.CustomerFormRequest,
    answer: common.BodyToken,
  },
  addressSearch: {
    summary: "Search addresses while typing",
    description:
      "Matches the beginnings of words, in any order, with or without accents. Returns at most 20 addresses.",
    fails: ["tooMany"],
    checkout: "optional",
    body: customer.AddressSearchRequest,
    answer: v.array(customer.AddressHit),
  },
  addressPopulation: {
    summary: "The canonical form of an address",
    description: "An unknown address is returned unchanged.",
    fails: [],
    checkout: "optional",
    body: customer.AddressPopulationRequest,
    answer: customer.AddressPopulation,
  },
  uploadDocument: {
    summary: "Upload the picture of the identity document",
    description: "JPEG, PNG or WebP by content, at most 10 MB and 40 megapixels. Replaces an earlier picture.",
    fails: ["checkoutUnknown", "stepRefused", "pictureTooLarge", "notAPicture"],
    bearer: "customer",
    checkout: "needed",
    body: null,
    answer: common.Nothing,
    form: "upload",
  },
  photoLink: {
    summary: "Create a link for uploading the picture of the identity document from a phone, once",
    description: "A new link invalidates the earlier one.",
    fails: ["checkoutUnknown", "stepRefused", "tooMany"],
    bearer: "customer",
    checkout: "needed",
    body: common.Nothing,
    answer: customer.PhotoLink,
  },
  photoLinkState: {
    summary: "Whether the phone has sent the picture",
    description: "`received` from the upload until a new link is created.",
    fails: ["checkoutUnknown", "stepRefused"],
    bearer: "customer",
    checkout: "needed",
    body: null,
    answer: customer.PhotoLinkState,
  },
  photoLinkCheck: {
    summary: "Whether a phone link is still valid (its secret as Bearer token)",
    description: "The phone calls this before the shopper takes a picture.",
    fails: ["photoLinkDead", "tooMany"],
    bearer: "photoLink",
    checkout: "optional",
    body: null,
    answer: customer.PhotoLinkCheck,
  },
  uploadPhoto: {
    summary: "Upload the picture of the identity document from a phone (the link's secret as Bearer token)",
    description: "The same checks as `/upload-document`. The link works once.",
    fails: ["photoLinkDead", "pictureTooLarge", "notAPicture", "tooMany"],
    bearer: "photoLink",
    checkout: "optional",
    body: null,
    answer: common.Nothing,
    form: "upload",
  },
  prepareTransaction: {
    summary: "Begin the payment of this checkout",
    description:
      "A repeated call returns the open payment. `amount` 0: nothing is due now, and the order can be created.",
    fails: ["checkoutUnknown", "stepRefused", "priceChanged", "noStock"],
    bearer: "customer",
    checkout: "needed",
    body: common.Nothing,
    answer: payment.PrepareTransactionAnswer,
  },
  transactionStatus: {
    summary: "The status of a payment",
    description:
      "`checkoutId` in the query is the provider's `hostedCheckoutId`. The server asks the provider. If the payment is paid, the server also creates the order.",
    fails: ["checkoutUnknown"],
    checkout: "needed",
    body: null,
    answer: payment.TransactionStatusAnswer,
    query: ["checkoutId"],
    optionalQuery: ["RETURNMAC"],
  },
  createOrder: {
    summary: "Create the order, once",
    description: "`billPayed` is not trusted: the server asks the provider. A repeated call returns the same order.",
    fails: ["checkoutUnknown", "stepRefused", "priceChanged", "noStock"],
    bearer: "customer",
    checkout: "needed",
    body: payment.CreateOrderRequest,
    answer: checkout.OrderAnswer,
  },
  order: {
    summary: "The order of this checkout",
    description: "Lines and totals as the shopper saw them. A transferred number is shown only with the owner's token.",
    fails: ["checkoutUnknown", "notFound"],
    bearer: "customer",
    checkout: "needed",
    body: null,
    answer: checkout.OrderView,
  },
  confirmation: {
    summary: "The confirmation of the order as PDF, for its owner (Bearer token)",
    description: "For a placed order, in the language of the header `locale`.",
    fails: ["loginNeeded", "checkoutUnknown", "notFound"],
    bearer: "owner",
    checkout: "needed",
    body: null,
    answer: common.Bytes,
    media: "application/pdf",
  },
  esim: {
    summary: "The activation code of the eSIM, for the owner of the order (Bearer token)",
    description: "Poll until the state is `ready`. Every answer with a code is recorded.",
    fails: ["loginNeeded", "checkoutUnknown", "notFound"],
    bearer: "owner",
    checkout: "needed",
    body: common.Nothing,
    answer: checkout.EsimAnswer,
  },
  paymentWebhook: {
    summary: "Receive a signed event from the payment provider",
    description:
      "Returns 200 only after the outcome is stored. The event's content is not trusted: the server asks the provider.",
    fails: ["badSignature", "notFound"],
    checkout: "optional",
    body: null,
    answer: common.Ok,
    serverToServer: true,
  },
} as const satisfies Record<EndpointName, Endpoint>;

type Endpoints = typeof ENDPOINTS;

/** The body that a client sends with a call. */
export type BodyOf<Name extends EndpointName> = Endpoints[Name]["body"] extends Schema
  ? v.InferInput<Endpoints[Name]["body"]>
  : undefined;
/** The body as the server reads it. */
export type ReadBodyOf<Name extends EndpointName> = Endpoints[Name]["body"] extends Schema
  ? v.InferOutput<Endpoints[Name]["body"]>
  : undefined;
/** The body of a successful answer. */
export type AnswerOf<Name extends EndpointName> = v.InferOutput<Endpoints[Name]["answer"]>;

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
/** The `:name` parts of a call's path. */
export type ParamsOf<Name extends EndpointName> = Record<ParamNames<(typeof PATHS)[Name][1]>, string>;

/** Failures that every call can return. */
const EVERY_CALL = ["unreadable", "unavailable", "fault"] as const satisfies readonly FailureName[];
const EVERY_POST = ["bodyTooLarge", "mediaType"] as const satisfies readonly FailureName[];

type CommonFailure = (typeof EVERY_CALL)[number] | (typeof EVERY_POST)[number] | "xsrf";
/** The failures that a handler of this call may return. */
export type FailuresOf<Name extends EndpointName> = Endpoints[Name]["fails"][number] | CommonFailure;

/** All failures that a call can return, in the order of the table of failures. */
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
