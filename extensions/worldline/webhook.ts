import { createHmac } from "node:crypto";
import * as v from "valibot";
import { mayBeAbsent } from "#contract/schemas/fields.ts";
import { readJson } from "#server/platform/http/json-client.ts";
import { isSameSecret } from "#server/platform/http/secrets.ts";
import type { WebhookHeaders, WebhookRead } from "#server/sale/payment/provider.ts";
import { paymentIdOf } from "./client.ts";

const References = v.object({
  references: mayBeAbsent(v.object({ merchantReference: mayBeAbsent(v.string()) })),
});
const Event = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  payment: mayBeAbsent(v.object({ paymentOutput: mayBeAbsent(References) })),
});

/**
 * Verifies a webhook: `X-GCS-Signature` over the raw body, with the key that `X-GCS-KeyId` names ("Webhooks", event
 * structure). While a key is being replaced, two keys are valid. Refunds, payouts, payments of another shop and what
 * cannot be read are ignored (`other`).
 */
export function readWebhook(
  raw: Buffer,
  headers: WebhookHeaders,
  keys: readonly { readonly id: string; readonly secret: string }[],
): WebhookRead {
  const key = keys.find(({ id }) => id === headers["x-gcs-keyid"]);
  if (!key) return { kind: "forged" };
  const expected = createHmac("sha256", key.secret).update(raw).digest("base64");
  if (!isSameSecret(expected, String(headers["x-gcs-signature"]))) return { kind: "forged" };
  const read = readJson(Event, raw.toString("utf8"));
  const given = read?.payment?.paymentOutput?.references?.merchantReference;
  const reference = given ? paymentIdOf(given) : null;
  return read && reference ? { kind: "event", eventId: read.id, payment: { reference } } : { kind: "other" };
}

/**
 * Returns the response to Worldline's verification of a webhook URL, which is the value of a header; null for other
 * requests.
 */
export function verificationOf(headers: WebhookHeaders): string | null {
  const sent = headers["x-gcs-webhooks-endpoint-verification"];
  return typeof sent === "string" && /^[\x21-\x7e]{1,200}$/.test(sent) ? sent : null;
}
