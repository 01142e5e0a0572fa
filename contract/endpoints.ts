import type * as v from "valibot";
import { ACCOUNT } from "./endpoints/account.ts";
import { CHECKOUT } from "./endpoints/checkout.ts";
import { CUSTOMER } from "./endpoints/customer.ts";
import type { Endpoint, Schema } from "./endpoints/endpoint.ts";
import { OPERATOR } from "./endpoints/operator.ts";
import { ORDER } from "./endpoints/order.ts";
import { PAYMENT } from "./endpoints/payment.ts";
import { SHOP_WINDOW } from "./endpoints/shop-window.ts";
import { FAILURES, type FailureName } from "./failures.ts";
import { PATHS, type EndpointName } from "./paths.ts";

export type { Bearer, Endpoint } from "./endpoints/endpoint.ts";

/**
 * The table of calls, one file for each part of the shop. The router, the typed client and the OpenAPI document are derived
 * from it.
 */
export const ENDPOINTS = {
  ...SHOP_WINDOW,
  ...CHECKOUT,
  ...ACCOUNT,
  ...CUSTOMER,
  ...PAYMENT,
  ...ORDER,
  ...OPERATOR,
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
const EVERY_CALL = ["unreadable", "tooMany", "unavailable", "fault"] as const satisfies readonly FailureName[];
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
    ...(endpoint.checkout === "optional" && !endpoint.serverToServer ? (["checkoutUnknown"] as const) : []),
    ...(endpoint.serverToServer ? [] : (["xsrf"] as const)),
  ]);
  return (Object.keys(FAILURES) as FailureName[]).filter((each) => named.has(each));
}
