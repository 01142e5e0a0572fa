/** A message of UCP (`types/message.json`). `path` is an RFC 9535 JSONPath into the same answer. */
export type Message =
  | {
      readonly type: "error";
      readonly code: string;
      readonly content: string;
      readonly severity: "recoverable" | "requires_buyer_input" | "requires_buyer_review" | "unrecoverable";
      readonly path?: string;
    }
  | {
      readonly type: "warning";
      readonly code: string;
      readonly content: string;
      readonly path?: string;
      readonly presentation?: "notice" | "disclosure";
    }
  | { readonly type: "info"; readonly code: string; readonly content: string; readonly path?: string };

/**
 * What an operation answers. `success`: its payload. `error`: the operation ran but there is nothing to show, which is
 * HTTP 200 with `ucp.status` "error" (checkout, "Error Handling"). `refused`: a protocol error with an HTTP status
 * (checkout-rest, "Status Codes").
 */
export type Answer =
  | { readonly kind: "success"; readonly status: 200 | 201; readonly body: Readonly<Record<string, unknown>> }
  | { readonly kind: "error"; readonly messages: readonly [Message, ...Message[]]; readonly continueUrl: string }
  | Refused;
export type Refused = {
  readonly kind: "refused";
  readonly status: 400 | 403 | 404 | 409 | 429 | 503;
  readonly code: string;
  readonly content: string;
  /** When to try again, in seconds. */
  readonly retryAfter?: number;
};

export const success = (body: Readonly<Record<string, unknown>>, status: 200 | 201 = 200): Answer => ({
  kind: "success",
  status,
  body,
});

export const refused = (status: Refused["status"], code: string, content: string, retryAfter?: number): Refused => ({
  kind: "refused",
  status,
  code,
  content,
  ...(retryAfter !== undefined && { retryAfter }),
});

/** Answers that there is nothing to act on, with a link to the shop for the person. */
export const nothing = (code: string, content: string, continueUrl: string): Answer => ({
  kind: "error",
  messages: [{ type: "error", code, content, severity: "unrecoverable" }],
  continueUrl,
});
