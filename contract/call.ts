import type * as v from "valibot";
import type { DeskPermit } from "../core/desk/roles.ts";
import type { FailureName, ShopFailureName } from "./failures.ts";

export type Schema = v.GenericSchema;

/**
 * Who may make a call of the shop, by the Bearer token that they send. `customer`: the customer's token, required once
 * a customer has logged in to the checkout. `owner`: that token, always required. `account`: the token of any customer.
 * `photoLink`: the secret of a phone link. The others are systems with a secret each: `operator`
 * `ORDER_WEBHOOK_SECRET`, `smdp` `ES2PLUS_NOTIFICATION_SECRET`, `warehouse` `STOCK_SECRET`, `verifier`
 * `EID_WEBHOOK_KEY`.
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

/** A call of the shop or of the desk. Routers, typed clients and OpenAPI documents are derived from its row. */
export type Call = {
  /** One sentence. */
  readonly about: string;
  /** What a caller needs to know beyond the shapes. */
  readonly description?: string;
  readonly who: ShopCaller | DeskCaller;
  readonly query: Schema | null;
  readonly body: Schema | null;
  readonly answer: Schema;
  /** The failures of its handler, beside those of every call. */
  readonly fails: readonly FailureName[];
  /**
   * Who sends it, if it is not a page of the shop or the desk. `system`: a provider or one of the operator's systems,
   * without a cookie. `navigation`: the login provider sends the browser there; the answer is a page, and a failure is
   * part of an address.
   */
  readonly from?: "system" | "navigation";
  /** `also`: urlencoded and multipart forms as well as JSON. `only`: urlencoded. `upload`: a file, multipart. */
  readonly form?: "also" | "only" | "upload";
  /** The body is signed and has to stay as it was sent. */
  readonly rawBody?: true;
  /** Maximum size of its body in bytes, if it is larger than that of other calls. */
  readonly bytes?: number;
  /** The media type of a successful answer that is not JSON. */
  readonly media?: "application/pdf" | "image/jpeg" | "text/csv" | "text/event-stream";
  /** A successful answer has no body (204). */
  readonly noContent?: true;
};

/** A call under `/public-api`. */
export type ShopCall = Call & {
  readonly description: string;
  readonly who: ShopCaller;
  readonly fails: readonly ShopFailureName[];
  /** Whether it needs the `checkoutId` header. */
  readonly checkout: "needed" | "optional";
};

/** A call of the desk, on the management port. */
export type DeskCall = Call & {
  readonly who: DeskCaller;
  /** Returns a further permit that it needs, depending on the body. */
  readonly also?: (body: never) => DeskPermit;
  /** Refused if people log in at a provider. */
  readonly withoutProvider?: true;
  /** Allowed to people who still have to add a passkey. */
  readonly beforePasskey?: true;
  /** Pages make it by themselves, so it does not count as use of the login, which ends after some time without use. */
  readonly passive?: true;
};

/** The output of a schema, and the input that a client sends to it; null without a schema. */
export type Read<S extends Schema | null> = S extends Schema ? v.InferOutput<S> : null;
export type Sent<S extends Schema | null> = S extends Schema ? v.InferInput<S> : null;

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
/** The `:name` parts of a path. */
export type ParamsOf<Path extends string> = Readonly<Record<ParamNames<Path>, string>>;
