import { isStorable } from "#core/text/storable.ts";
import type { Answer, Message, Refused } from "./answer.ts";
import { refused } from "./answer.ts";
import type { Operation } from "./operation.ts";
import { relevantTo, UCP_VERSION } from "./protocol/capabilities.ts";
import { refuse, type ProtocolFailure } from "./protocol/failures.ts";
import type { Platform, PlatformRequest, Platforms } from "./protocol/platforms.ts";
import type { Sign } from "./protocol/signature/sign.ts";
import { localeFor, readRequest } from "./request.ts";

/** What every transport needs. */
export type Serving = {
  readonly platforms: Platforms;
  readonly sign: Sign;
  readonly publicUrl: string;
  /** The name of the shop's extension. */
  readonly telecom: string;
  /** `payment_handlers` of a checkout. */
  readonly handlers: Readonly<Record<string, readonly object[]>>;
  /** `services` of a checkout; null if it cannot be shown in a frame. */
  readonly services: object | null;
  /** Counts a call of an address before anything is read or verified, and of a platform once it is known. */
  readonly count: (by: { readonly ip: string } | { readonly platform: string }) => Refused | null;
};

/** A call as a transport has read it. */
export type ReceivedCall = {
  /** The HTTP request, which a signature covers. */
  readonly received: PlatformRequest;
  /** The profile that a tool's arguments name; absent in REST, which has it in a header. */
  readonly inBody?: { readonly profile: string | null };
  /** `Accept-Language`. */
  readonly languages: string | undefined;
  readonly id: string;
  /** The idempotency key; null if there is none. */
  readonly key: string | null;
  /** What a repetition with the same key has to repeat. */
  readonly raw: Buffer;
  /** Returns the operation's request; undefined if it is not JSON. */
  readonly read: () => Promise<unknown>;
};

/** The answer to a call, before a transport writes it. */
export type Outcome =
  | {
      readonly kind: "answered";
      readonly status: 200 | 201;
      /** The payload in UCP's envelope. */
      readonly body: Readonly<Record<string, unknown>>;
      readonly isSuccess: boolean;
    }
  | {
      readonly kind: "refused";
      readonly status: number;
      /** The code of a JSON-RPC error. */
      readonly mcpCode: number;
      readonly code: string;
      readonly content: string;
      /** Where a person can continue, if no operation has run. */
      readonly continueUrl: string | null;
      /** When to try again, in seconds; null if a repetition does not help. */
      readonly retryAfter: number | null;
    };
export type RefusedOutcome = Extract<Outcome, { kind: "refused" }>;

/**
 * Runs an operation for a platform: refuses a key that PostgreSQL cannot store, finds out who asks, counts the call,
 * checks the capability and the request, and puts the answer into UCP's envelope. The transports differ only in how
 * they read calls and write outcomes.
 */
export async function serve(serving: Serving, operation: Operation, call: ReceivedCall): Promise<Outcome> {
  const { isSigned: needsSignature, root } = operation;
  const { received, inBody } = call;
  if (!isStorable(call.key ?? ""))
    return asOutcome(refused(400, "invalid_request", "The idempotency key has characters that cannot be stored"));
  const identified = await serving.platforms.identify(received, { needsSignature, ...(inBody && { inBody }) });
  if (!identified.ok) return failed(identified.failure, serving);
  const platform = identified.value;
  const tooMany = serving.count({ platform: platform.profileUrl });
  if (tooMany) return asOutcome(tooMany);
  // The operation needs its capability, whatever else both have (UCP overview, Request-Time Validation).
  if (!platform.active.has(root)) return failed(refuse("capabilities_incompatible").failure, serving);
  return enveloped(await answerOf(serving, operation, platform, call), operation, platform, serving);
}

async function answerOf(
  { telecom }: Serving,
  operation: Operation,
  platform: Platform,
  { received, languages, read, ...call }: ReceivedCall,
): Promise<Answer> {
  const sent = await read();
  if (sent === undefined) return refused(400, "invalid_request", "The body is not JSON");
  const body = readRequest(operation.request, sent);
  if (!body.ok) return body.refused;
  const { context } = body.value as { readonly context?: { readonly language?: string } };
  return operation.run({
    caller: {
      profileUrl: platform.profileUrl,
      host: platform.host,
      webhookUrl: platform.webhookUrl,
      hasTelecom: platform.active.has(telecom),
      capabilities: relevantTo(platform.active, operation.root),
      locale: localeFor(context?.language, languages),
      ip: received.ip,
    },
    id: call.id,
    key: call.key,
    body: body.value,
    raw: call.raw,
  });
}

function enveloped(
  answer: Answer,
  { root, hasPayment }: Operation,
  { active }: Platform,
  { handlers, services }: Serving,
): Outcome {
  if (answer.kind === "refused") return asOutcome(answer);
  const ucp = { version: UCP_VERSION, status: answer.kind, capabilities: relevantTo(active, root) };
  if (answer.kind === "error") {
    const body = { ucp, messages: answer.messages, continue_url: answer.continueUrl };
    return { kind: "answered", status: 200, body, isSuccess: false };
  }
  const withHandlers = hasPayment ? { ...ucp, ...(services && { services }), payment_handlers: handlers } : ucp;
  return { kind: "answered", status: answer.status, body: { ucp: withHandlers, ...answer.body }, isSuccess: true };
}

/** JSON-RPC's own code for a wrong request, and UCP's for any other refusal (UCP overview, Error Codes). */
const INVALID_PARAMS = -32602;
const NOT_PERMITTED = -32000;

/** Returns the outcome of a refusal. */
export function asOutcome({ status, code, content, retryAfter }: Refused): RefusedOutcome {
  const mcpCode = status === 400 ? INVALID_PARAMS : NOT_PERMITTED;
  return { kind: "refused", status, mcpCode, code, content, continueUrl: null, retryAfter: retryAfter ?? null };
}

/** Returns the outcome of a protocol failure. A platform without a common capability gets a UCP answer. */
function failed({ code, status, mcpCode, text, retryAfter }: ProtocolFailure, { publicUrl }: Serving): Outcome {
  const continueUrl = `${publicUrl}/`;
  if (mcpCode !== null) return { kind: "refused", status, mcpCode, code, content: text, continueUrl, retryAfter };
  const message: Message = { type: "error", code, content: text, severity: "unrecoverable" };
  const ucp = { version: UCP_VERSION, status: "error", capabilities: {} };
  return {
    kind: "answered",
    status: 200,
    body: { ucp, messages: [message], continue_url: continueUrl },
    isSuccess: false,
  };
}
