/** `WEBHOOK_API_KEY_HEADER` and `WEBHOOK_API_KEY_VALUE` of the verifier: whoever runs it chooses both. */
export const WEBHOOK = { header: "authorization", key: "Bearer eid-webhook-key-0123456789-abcdefghij" };

/** WebhookCallback: that a verification can be fetched since a moment, not how it ended. Resolves to the shop's status. */
export async function sendWebhook(shopUrl: string, id: string, since: Date, key = WEBHOOK.key): Promise<number> {
  const { status } = await fetch(`${shopUrl}/public-api/eid-events`, {
    method: "POST",
    headers: { "content-type": "application/json", [WEBHOOK.header]: key },
    body: JSON.stringify({ verification_id: id, timestamp: since.toISOString() }),
  });
  return status;
}
