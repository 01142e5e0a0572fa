import { createHash, createHmac } from "node:crypto";
import * as v from "valibot";
import { readJson } from "#server/platform/http/json-client.ts";
import { isSameSecret } from "#server/platform/http/same-secret.ts";
import type { WebhookHeaders, WebhookRead } from "#server/sale/payment/provider.ts";
import { Transaction } from "./outcome.ts";

/** `t=1559303131511,s0=33819a…` (API reference, "Webhook signing"). */
const SIGNATURE = /^t=(\d{1,16}),s0=([0-9a-f]{64})$/;

/**
 * Verifies a webhook: HMAC-SHA256 over the time and the raw body, with the bytes of the hexadecimal key. Without a key every webhook is
 * `forged`. Webhooks have no id, so the hash of the content is used. Their time is not compared with the clock: how often a webhook is repeated
 * is not documented, and a repeated one only makes Kasse ask for the status.
 */
export function readWebhook(raw: Buffer, headers: WebhookHeaders, key: Buffer | null): WebhookRead {
  const [, time, signature] = SIGNATURE.exec(String(headers["datatrans-signature"])) ?? [];
  if (!key || !time || !signature) return { kind: "forged" };
  const expected = createHmac("sha256", key).update(time).update(raw).digest("hex");
  if (!isSameSecret(signature, expected)) return { kind: "forged" };
  const read = readJson(v.pick(Transaction, ["transactionId"]), raw.toString("utf8"));
  if (!read) return { kind: "other" };
  const eventId = createHash("sha256").update(raw).digest("hex");
  return { kind: "event", eventId, payment: { hostedId: read.transactionId } };
}
