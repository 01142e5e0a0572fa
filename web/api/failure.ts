import type { FailureBodies, ServerErrorCode, ShopBody, WireCode } from "#contract/failures.ts";
import { isStep } from "#core/steps/steps.ts";

/** Text keys for failures of the connection to the server (specification 8). */
type NetworkKey =
  | "Network Error"
  | "Request aborted"
  | "timeout of N ms exceeded"
  | "Request failed with status code N";

/** What the browser reads from each kind of failure in the contract. */
type Contents = {
  readonly message: { readonly status: number; readonly message: string };
  readonly coded: { readonly status: number; readonly code: WireCode | ServerErrorCode; readonly message: string };
  /** The first message for each field, from the form's checks or from an operator's system. */
  readonly fieldErrors: {
    readonly errors: Readonly<Record<string, string>>;
    /** For each field, a value that would be accepted. */
    readonly suggested: Readonly<Record<string, string>>;
  };
  /** The page where the shopper should be. If it is null, there is none, and `message` says why. */
  readonly page: { readonly page: FailureBodies["page"]["page"]; readonly message: string };
  readonly userExists: { readonly message: string };
  readonly badAddress: { readonly message: string };
  readonly priceChanged: { readonly checkout: FailureBodies["priceChanged"]["checkout"] };
  /** The message says how many shoppers are in front and how long it takes. `retryAfter`: in seconds. */
  readonly queued: {
    readonly message: string;
    readonly ticket: string;
    readonly before: number;
    readonly retryAfter: number;
  };
  /** The message says how long to wait. */
  readonly tooMany: { readonly message: string };
  /** `said`: a code, or the sentence of a server that is not this one. */
  readonly fault: { readonly said?: string };
};
type Kind = keyof Contents;

/** Any outcome of a call other than success. `network`: no response, or one that the contract does not define. */
export type Failure =
  | { readonly [Each in Kind]: { readonly kind: Each } & Contents[Each] }[Kind]
  | { readonly kind: "network"; readonly key: NetworkKey; readonly number: number };

type Body = Readonly<Record<string, unknown>>;
type Answer = { readonly status: number; readonly body: Body };

const isBody = (value: unknown): value is Body => typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/**
 * A reader for each failure body in the contract; it returns null if the body has another shape. The first match
 * counts, so specific bodies come first. A missing reader is a type error. `said` has the shape of `message`.
 */
const READERS: { readonly [Shape in Exclude<ShopBody, "said">]: (answer: Answer) => Failure | null } = {
  fieldErrors: ({ body }) =>
    isBody(body["errors"]) ? { kind: "fieldErrors", errors: firstOfEach(body["errors"]), suggested: {} } : null,
  refusedFields: ({ body: { body } }) =>
    isBody(body) && isBody(body["error_fields"])
      ? {
          kind: "fieldErrors",
          errors: firstOfEach(body["error_fields"]),
          suggested: isBody(body["suggested"]) ? firstOfEach(body["suggested"]) : {},
        }
      : null,
  page: ({ body }) => {
    if (!("page" in body)) return null;
    const page = text(body["page"]);
    return { kind: "page", page: isStep(page) ? page : null, message: text(body["message"]) };
  },
  userExists: ({ body }) => ("username" in body ? { kind: "userExists", message: text(body["message"]) } : null),
  badAddress: ({ body }) => ("badAddress" in body ? { kind: "badAddress", message: text(body["message"]) } : null),
  priceChanged: ({ body }) =>
    body["code"] === "PRICE_CHANGED" && isBody(body["checkout"])
      ? { kind: "priceChanged", checkout: body["checkout"] as FailureBodies["priceChanged"]["checkout"] }
      : null,
  queued: ({ body }) =>
    body["code"] === "QUEUED" ? ({ ...body, kind: "queued" } as unknown as Extract<Failure, { kind: "queued" }>) : null,
  tooMany: ({ status, body }) => (status === 429 ? { kind: "tooMany", message: text(body["message"]) } : null),
  // A body can contain both `code` and `error`; `code` takes precedence (wire, Accounts).
  coded: withCode,
  unavailable: withCode,
  fault: ({ body }) => (hasError(body) ? { kind: "fault", said: text(body["error"]) } : null),
  unreadable: plainMessage,
  message: plainMessage,
};

/** Whether a success contains an error, as other servers of the same calls may answer (specification 8). */
export const hasError = (body: unknown): boolean => isBody(body) && Boolean(body["error"]);

function withCode({ status, body }: Answer): Failure | null {
  const code = text(body["code"]);
  return code === ""
    ? null
    : { kind: "coded", status, code: code as WireCode | ServerErrorCode, message: text(body["message"]) };
}

function plainMessage({ status, body }: Answer): Failure | null {
  const message = text(body["message"]);
  return message === "" ? null : { kind: "message", status, message };
}

/** Reads a response that is not a success. If its body is not in the contract, it came from a proxy, for example. */
export function readFailure(status: number, answer: unknown): Failure {
  const unknown: Failure = { kind: "network", key: "Request failed with status code N", number: status };
  if (!isBody(answer)) return unknown;
  for (const read of Object.values(READERS)) {
    const failure = read({ status, body: answer });
    if (failure) return failure;
  }
  return unknown;
}

/** Returns the first message for each field, the only one that is shown (specification 5). */
function firstOfEach(errors: Body): Record<string, string> {
  const first = (value: unknown) => text(Array.isArray(value) ? value[0] : value);
  return Object.fromEntries(Object.entries(errors).map(([field, value]) => [field, first(value)]));
}

/** Whether no response arrived in time. A proxy's response counts as a response. */
export function hasNoAnswer(failure: Failure): boolean {
  return failure.kind === "network" && failure.key !== "Request failed with status code N";
}

/**
 * Whether the same request can succeed later: the network or the server failed, or the server asks to wait. A refused
 * request would be refused again.
 */
export function isWorthRetrying(failure: Failure): boolean {
  if (failure.kind === "network") return hasNoAnswer(failure) || failure.number >= 500;
  if (failure.kind === "message" || failure.kind === "coded") return failure.status >= 500;
  return failure.kind === "tooMany" || failure.kind === "queued" || failure.kind === "fault";
}
