import type * as v from "valibot";
import type { FailureName } from "../failures.ts";

export type Schema = v.GenericSchema;
/** Whether a call needs the `checkoutId` header. */
type CheckoutHeader = "needed" | "optional";
/**
 * The Bearer token that a call takes. `customer`: the customer's token, required once a customer has logged in to the checkout.
 * `owner`: that token, always required. `account`: the token of any customer, required. `photoLink`: the secret of a phone link. `operator`: `ORDER_WEBHOOK_SECRET`, which the operator's
 * systems have. `smdp`: `ES2PLUS_NOTIFICATION_SECRET`, which the SM-DP+, or the proxy in front of Kasse, has. `warehouse`: `STOCK_SECRET`. `verifier`: `EID_WEBHOOK_KEY`. Without a value the call takes none.
 */
export type Bearer = "customer" | "owner" | "account" | "photoLink" | "operator" | "smdp" | "warehouse" | "verifier";

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
  readonly media?: "application/pdf" | "image/jpeg";
  /** A successful answer has no body (204). */
  readonly noContent?: true;
  /** Called by a provider or the operator's systems, not by a browser: there is no cookie. */
  readonly serverToServer?: true;
  /** The body is signed and has to stay as it was sent. */
  readonly rawBody?: true;
};
