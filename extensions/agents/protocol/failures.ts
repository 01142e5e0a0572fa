/**
 * Every refusal of a platform's request, before a capability sees it: the status of a REST answer and the code of a
 * JSON-RPC error (UCP overview, Error Codes; signatures, Error Handling), and the text without further details.
 */
export const PROTOCOL_FAILURES = {
  invalid_profile_url: {
    status: 400,
    mcpCode: -32001,
    text: 'UCP-Agent has to name the profile of the platform, such as profile="https://platform.example/ucp".',
  },
  profile_not_trusted: { status: 403, mcpCode: -32001, text: "This business does not know the platform." },
  profile_unreachable: { status: 424, mcpCode: -32001, text: "The platform's profile could not be fetched." },
  profile_malformed: { status: 422, mcpCode: -32001, text: "The platform's profile is not one of UCP." },
  version_unsupported: { status: 422, mcpCode: -32001, text: "The platform's protocol version is not supported." },
  signature_missing: { status: 401, mcpCode: -32000, text: "The request has to be signed (RFC 9421)." },
  signature_invalid: { status: 401, mcpCode: -32000, text: "The request's signature is not valid." },
  key_not_found: { status: 401, mcpCode: -32000, text: "The platform's profile does not have the key." },
  digest_mismatch: { status: 400, mcpCode: -32600, text: "Content-Digest is not the SHA-256 digest of the body." },
  algorithm_unsupported: { status: 400, mcpCode: -32600, text: "Signatures have to be ES256 or ES384." },
  too_many_requests: { status: 429, mcpCode: -32000, text: "There are too many requests; try again later." },
  temporarily_unavailable: { status: 503, mcpCode: -32000, text: "This cannot be answered now; try again later." },
  // A business outcome: a UCP answer with a message, not an error of the transport.
  capabilities_incompatible: { status: 200, mcpCode: null, text: "The platform shares no capability with this shop." },
} as const satisfies Record<string, { status: number; mcpCode: number | null; text: string }>;

export type ProtocolCode = keyof typeof PROTOCOL_FAILURES;

/** Why a platform's request is refused. */
export type ProtocolFailure = {
  readonly code: ProtocolCode;
  /** The status of a REST answer. */
  readonly status: number;
  /** The code of a JSON-RPC error; null for an outcome that is a result there. */
  readonly mcpCode: number | null;
  /** What is wrong, for the developers of the platform. */
  readonly text: string;
  /** After how many seconds the platform may try again; null if a repetition does not help. */
  readonly retryAfter: number | null;
};

export type Refused = { readonly ok: false; readonly failure: ProtocolFailure };
export type ProtocolResult<Value> = { readonly ok: true; readonly value: Value } | Refused;

/** Returns a refusal with its row of the table. `text` replaces the row's text, `retryAfter` is in seconds. */
export function refuse(
  code: ProtocolCode,
  { text, retryAfter = null }: { readonly text?: string; readonly retryAfter?: number | null } = {},
): Refused {
  const row = PROTOCOL_FAILURES[code];
  return { ok: false, failure: { code, status: row.status, mcpCode: row.mcpCode, text: text ?? row.text, retryAfter } };
}
