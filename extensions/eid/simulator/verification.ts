import type { BetaId } from "./beta-id.ts";
import type { CreateRequest } from "./request.ts";

const VERIFIER =
  "did:webvh:QmSimulatorVerifier:identifier-reg.simulator.example:api:v1:did:a9b1c3d5-0000-4000-8000-000000000000";

/** ResponseData. */
export type WalletResponse =
  | { readonly error_code: string; readonly error_description: string }
  | { readonly credential_subject_data: Readonly<Record<string, readonly object[]>> };
export type Verification = {
  readonly id: string;
  readonly nonce: string;
  readonly request: CreateRequest;
  expiresAt: number;
  state: "PENDING" | "SUCCESS" | "FAILED";
  response: WalletResponse | null;
};

/** ManagementResponse. `url` is the verifier's base URL, unless the request overrides it. */
export function payloadOf({ id, nonce, request, state, response }: Verification, url: string) {
  const { external_url, verifier_did } = request.configuration_override ?? {};
  const requestUri = `${external_url ?? url}/oid4vp/api/request-object/${id}`;
  const clientId = `decentralized_identifier:${verifier_did ?? VERIFIER}`;
  return {
    id,
    request_nonce: nonce,
    state,
    ...(response && { wallet_response: response }),
    verification_url: requestUri,
    verification_deeplink: `swiyu-verify://?${new URLSearchParams({ client_id: clientId, request_uri: requestUri }).toString()}`,
  };
}

/**
 * Returns the error with which the verifier refuses a credential; null if it accepts the credential. It uses no trust
 * registry, so it accepts only the issuers that the request lists.
 */
export function errorOf({ accepted_issuer_dids }: CreateRequest, { issuer, flaw }: BetaId): WalletResponse | null {
  if (!accepted_issuer_dids?.includes(issuer))
    return { error_code: "issuer_not_accepted", error_description: "Issuer not in list of accepted issuers" };
  return flaw && { error_code: flaw, error_description: `The credential is refused: ${flaw}` };
}

/** The verifier's settings `WEBHOOK_API_KEY_HEADER` and `WEBHOOK_API_KEY_VALUE`, which its operator chooses. */
export const WEBHOOK = { header: "authorization", key: "Bearer eid-webhook-key-0123456789-abcdefghij" };

/**
 * WebhookCallback: reports that a verification has ended at the time `since`, but not its outcome, which the shop must
 * fetch. Resolves to the HTTP status of the shop's response.
 */
export async function sendWebhook(shopUrl: string, id: string, since: Date, key = WEBHOOK.key): Promise<number> {
  const { status } = await fetch(`${shopUrl}/public-api/eid-events`, {
    method: "POST",
    headers: { "content-type": "application/json", [WEBHOOK.header]: key },
    body: JSON.stringify({ verification_id: id, timestamp: since.toISOString() }),
  });
  return status;
}
