import type * as v from "valibot";
import type { DeskPermit } from "../core/desk/roles.ts";
import type { FailureName, ShopFailureName } from "./failures.ts";

export type Schema = v.GenericSchema;

/**
 * Who may make a call of the shop. The caller proves it with a Bearer token. `customer`: the customer's token, required
 * once a customer has logged in to the checkout. `owner`: the customer's token, always required. `account`: the token
 * of any customer. `photoLink`: the secret of a phone link. The others are systems, each with its own secret:
 * `operator` `ORDER_WEBHOOK_SECRET`, `smdp` `ES2PLUS_NOTIFICATION_SECRET`, `warehouse` `STOCK_SECRET`,
 * `verifier` that of the e-ID's port.
 */
export type ShopCaller =
  | "anybody"
  | "customer"
  | "owner"
  | "account"
  | "photoLink"
  | "operator"
  | "smdp"
  | "warehouse"
  | "verifier";

/** Who may make a call of the desk: anybody, any person who is logged in (`person`), or people with a permit. */
type DeskCaller = "anybody" | "person" | DeskPermit;

/** A call of the shop or the desk. Routers, typed clients and OpenAPI documents are derived from it. */
export type Call = {
  /** What the call does, in one sentence. */
  readonly about: string;
  /** What a caller needs to know, apart from the schemas. */
  readonly description?: string;
  readonly who: ShopCaller | DeskCaller;
  readonly query: Schema | null;
  readonly body: Schema | null;
  readonly answer: Schema;
  /** The failures that its handler can return, in addition to those of every call. */
  readonly fails: readonly FailureName[];
  /**
   * Who makes the call, if it is not a page of the shop or the desk. `system`: a provider or one of the operator's
   * systems, without a cookie. `navigation`: the login provider directs the browser there, so the response is a page,
   * and a failure is part of a URL.
   */
  readonly from?: "system" | "navigation";
  /**
   * `also`: urlencoded and multipart forms are accepted as well as JSON. `only`: only urlencoded forms. `upload`: a
   * file in a multipart form.
   */
  readonly form?: "also" | "only" | "upload";
  /** The body is signed, so it must stay as it was sent. */
  readonly rawBody?: true;
  /** Maximum size of the body in bytes, if it is larger than for other calls. */
  readonly bytes?: number;
  /** The media type of a successful response, if it is not JSON. */
  readonly media?: "application/pdf" | "image/jpeg" | "text/csv" | "text/event-stream";
  /** A successful response has no body (204). */
  readonly noContent?: true;
};

/** A call under `/public-api`. */
export type ShopCall = Call & {
  readonly description: string;
  readonly who: ShopCaller;
  readonly fails: readonly ShopFailureName[];
  /** Whether the call needs the `checkoutId` header. */
  readonly checkout: "needed" | "optional";
};

/** A call of the desk, on the management port. */
export type DeskCall = Call & {
  readonly who: DeskCaller;
  /** Returns another permit that the call needs, depending on its body. */
  readonly also?: (body: never) => DeskPermit;
  /** Refused if people log in at a provider. */
  readonly withoutProvider?: true;
  /** Allowed for people who still have to add a passkey. */
  readonly beforePasskey?: true;
  /**
   * Pages make this call automatically, so it does not count as using the login, which ends if it is not used for some
   * time.
   */
  readonly passive?: true;
};

/** What a schema produces, and what a client sends to it; null without a schema. */
export type Read<S extends Schema | null> = S extends Schema ? v.InferOutput<S> : null;
export type Sent<S extends Schema | null> = S extends Schema ? v.InferInput<S> : null;

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
/** The `:name` parts of a path. */
export type ParamsOf<Path extends string> = Readonly<Record<ParamNames<Path>, string>>;
