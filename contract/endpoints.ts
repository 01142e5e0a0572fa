import * as v from "valibot";
import type { PATHS, EndpointName } from "./paths.ts";
import * as account from "./schemas/account.ts";
import * as checkout from "./schemas/checkout.ts";
import * as common from "./schemas/common.ts";
import * as customer from "./schemas/customer.ts";
import * as payment from "./schemas/payment.ts";
import { PREPARE_ANSWERS } from "./schemas/prepare.ts";
import * as shop from "./schemas/shop.ts";

type Schema = v.GenericSchema;
/** Whether a call needs the `checkoutId` header; `ignored` ones neither read nor refuse it. */
type CheckoutHeader = "needed" | "optional";

export type Endpoint = {
  readonly summary: string;
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
  catalogue: { summary: "What the shop window shows", checkout: "optional", body: null, answer: shop.CatalogueAnswer },
  product: { summary: "One landing page", checkout: "optional", body: null, answer: shop.ProductAnswer },
  presentation: {
    summary: "Name, features and price of a tariff",
    checkout: "optional",
    body: shop.PresentationRequest,
    answer: shop.PresentationAnswer,
  },
  tvOptions: { summary: "TV options of a tariff", checkout: "optional", body: null, answer: v.array(shop.TvOption) },
  bundles: {
    summary: "Add-on bundles of a tariff",
    checkout: "optional",
    body: null,
    answer: v.array(shop.BundleOption),
  },
  topAction: {
    summary: "A device with a tariff, priced",
    checkout: "optional",
    body: shop.TopActionRequest,
    answer: shop.TopActionAnswer,
  },
  prepare: {
    summary: "May this step be entered, and what does it show",
    checkout: "needed",
    body: null,
    answer: v.union(Object.values(PREPARE_ANSWERS)),
  },
  checkout: {
    summary: "Create, change and price the checkout record",
    checkout: "optional",
    body: checkout.CheckoutRequest,
    answer: checkout.CheckoutAnswer,
  },
  sendSms: {
    summary: "Send a login code by text message",
    checkout: "optional",
    body: account.SendSmsRequest,
    answer: account.SendSmsAnswer,
    form: "also",
  },
  smsLogin: {
    summary: "Log in with the code",
    checkout: "optional",
    body: account.SmsLoginRequest,
    answer: common.BodyToken,
    form: "also",
  },
  passwordLogin: {
    summary: "Log in with e-mail and password",
    checkout: "optional",
    body: account.PasswordLoginRequest,
    answer: common.BodyToken,
    form: "also",
  },
  passwordReset: {
    summary: "Mail a link to set a new password",
    checkout: "optional",
    body: account.PasswordResetRequest,
    answer: common.Message,
    form: "also",
  },
  passwordResetConfirm: {
    summary: "Set the new password with the mailed link",
    checkout: "optional",
    body: account.PasswordResetConfirmRequest,
    answer: common.Message,
  },
  me: { summary: "Who the token belongs to", checkout: "optional", body: account.MeRequest, answer: account.MeAnswer },
  newCustomer: {
    summary: "Register in this checkout",
    checkout: "needed",
    body: account.NewCustomerRequest,
    answer: account.NewCustomerAnswer,
  },
  validateCustomer: {
    summary: "Check and keep number, SIM and person (step 4)",
    checkout: "needed",
    body: customer.CustomerFormRequest,
    answer: common.Ok,
  },
  updateCustomer: {
    summary: "Check and keep the address as well (step 4a)",
    checkout: "needed",
    body: customer.CustomerFormRequest,
    answer: common.Ok,
  },
  createCustomer: {
    summary: "Check everything and create the customer (step 5)",
    checkout: "needed",
    body: customer.CustomerFormRequest,
    answer: common.BodyToken,
  },
  addressSearch: {
    summary: "Find addresses while typing",
    checkout: "optional",
    body: customer.AddressSearchRequest,
    answer: v.array(customer.AddressHit),
  },
  addressPopulation: {
    summary: "The canonical form of an address",
    checkout: "optional",
    body: customer.AddressPopulationRequest,
    answer: customer.AddressPopulation,
  },
  uploadDocument: {
    summary: "The image of the identity document",
    checkout: "needed",
    body: null,
    answer: common.Nothing,
    form: "upload",
  },
  photoLink: {
    summary: "A link by which a phone may send the image of the identity document, once",
    checkout: "needed",
    body: common.Nothing,
    answer: customer.PhotoLink,
  },
  photoLinkState: {
    summary: "Whether the phone has sent the image",
    checkout: "needed",
    body: null,
    answer: customer.PhotoLinkState,
  },
  photoLinkCheck: {
    summary: "Whether a phone's link still lives (its secret as Bearer token)",
    checkout: "optional",
    body: null,
    answer: customer.PhotoLinkCheck,
  },
  uploadPhoto: {
    summary: "The image of the identity document, from a phone (the link's secret as Bearer token)",
    checkout: "optional",
    body: null,
    answer: common.Nothing,
    form: "upload",
  },
  prepareTransaction: {
    summary: "Begin, or return, the payment of this checkout",
    checkout: "needed",
    body: common.Nothing,
    answer: payment.PrepareTransactionAnswer,
  },
  transactionStatus: {
    summary: "What became of a payment",
    checkout: "needed",
    body: null,
    answer: payment.TransactionStatusAnswer,
    query: ["checkoutId"],
    optionalQuery: ["RETURNMAC"],
  },
  createOrder: {
    summary: "Make the order, once",
    checkout: "needed",
    body: payment.CreateOrderRequest,
    answer: checkout.OrderAnswer,
  },
  order: { summary: "The order of this checkout", checkout: "needed", body: null, answer: checkout.OrderView },
  confirmation: {
    summary: "The order's confirmation as PDF, for its owner (Bearer token)",
    checkout: "needed",
    body: null,
    answer: common.Bytes,
    media: "application/pdf",
  },
  esim: {
    summary: "The eSIM's activation code, for the order's owner (Bearer token)",
    checkout: "needed",
    body: common.Nothing,
    answer: checkout.EsimAnswer,
  },
  paymentWebhook: {
    summary: "A payment provider reports, signed",
    checkout: "optional",
    body: null,
    answer: common.Ok,
    serverToServer: true,
  },
} as const satisfies Record<EndpointName, Endpoint>;

export type Endpoints = typeof ENDPOINTS;

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
