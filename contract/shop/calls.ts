import type { ParamsOf as ParamsOfPath, Read, Sent, ShopCall } from "../call.ts";
import { ACCOUNT } from "./account-calls.ts";
import { CHECKOUT } from "./checkout-calls.ts";
import { CUSTOMER } from "./customer-calls.ts";
import { OPERATOR } from "./system-calls.ts";
import { ORDER } from "./order-calls.ts";
import { PAYMENT } from "./payment-calls.ts";
import { SHOP_WINDOW } from "./shop-window-calls.ts";
import { SHOP_FAILURES, type FailureName, type ShopFailureName } from "../failures.ts";
import { EXTENSION_CALLS } from "#extensions/contract.ts";
import { PATHS, type EndpointName } from "../all-paths.ts";

/**
 * The table of calls, with one file for each part of the shop. The router, the typed client and the OpenAPI document
 * are derived from it.
 */
export const ENDPOINTS = {
  ...SHOP_WINDOW,
  ...CHECKOUT,
  ...ACCOUNT,
  ...CUSTOMER,
  ...PAYMENT,
  ...ORDER,
  ...OPERATOR,
  ...EXTENSION_CALLS,
} as const satisfies Record<EndpointName, ShopCall>;

type Endpoints = typeof ENDPOINTS;
/** The calls of the extensions. */
export type ExtensionCallName = Extract<keyof typeof EXTENSION_CALLS, string>;

/** The body that a client sends with a call. */
export type BodyOf<Name extends EndpointName> = Sent<Endpoints[Name]["body"]>;
/** The body and the query as the server parses them. */
export type ReadBodyOf<Name extends EndpointName> = Read<Endpoints[Name]["body"]>;
export type QueryOf<Name extends EndpointName> = Read<Endpoints[Name]["query"]>;
/** The body of a successful response. */
export type AnswerOf<Name extends EndpointName> = Read<Endpoints[Name]["answer"]>;
/** The `:name` parts of a call's path. */
export type ParamsOf<Name extends EndpointName> = ParamsOfPath<(typeof PATHS)[Name][1]>;

/** Failures that every call can return. */
const EVERY_CALL = [
  "unreadable",
  "tooMany",
  "unavailable",
  "answerUnreadable",
  "fault",
] as const satisfies readonly FailureName[];
const EVERY_POST = ["bodyTooLarge", "mediaType"] as const satisfies readonly FailureName[];

type CommonFailure = (typeof EVERY_CALL)[number] | (typeof EVERY_POST)[number] | "xsrf";
/** The failures that the handler of this call may return. */
export type FailuresOf<Name extends EndpointName> = Endpoints[Name]["fails"][number] | CommonFailure;

/** Returns all failures that a call can return, in the order of the table of failures. */
export function failuresOf(name: EndpointName): readonly ShopFailureName[] {
  const endpoint: ShopCall = ENDPOINTS[name];
  const isPost = PATHS[name][0] === "POST";
  const named = new Set<FailureName>([
    ...endpoint.fails,
    ...EVERY_CALL,
    ...(isPost ? EVERY_POST : []),
    ...(endpoint.checkout === "optional" && endpoint.from !== "system" ? (["checkoutUnknown"] as const) : []),
    ...(endpoint.from === "system" ? [] : (["xsrf"] as const)),
  ]);
  return SHOP_FAILURES.filter((each) => named.has(each));
}
