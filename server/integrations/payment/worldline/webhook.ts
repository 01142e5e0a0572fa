import * as v from "valibot";
import { mayBeAbsent } from "#contract/schemas/fields.ts";
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
 * Returns a function that verifies webhooks with the SDK: `X-GCS-Signature` over the raw body, with the key that
 * `X-GCS-KeyId` names. While a key is being replaced, two keys are valid. Refunds, payouts and payments of another shop
 * are ignored (`other`).
 */
export async function webhookReader(
  keys: readonly { readonly id: string; readonly secret: string }[],
): Promise<(raw: Buffer, headers: WebhookHeaders) => Promise<WebhookRead>> {
  const { webhooks } = (await import("#libraries/worldline/index.ts")).default;
  const helper = webhooks.v1.init({
    getSecretKey: (keyId) => {
      const key = keys.find(({ id }) => id === keyId);
      return key ? Promise.resolve(key.secret) : Promise.reject(new Error("an unknown key"));
    },
  });
  return async (raw, headers) => {
    const event: unknown = await helper.unmarshal(raw, headers).catch(() => null);
    const read = v.safeParse(Event, event);
    if (!read.success) return { kind: "forged" };
    const given = read.output.payment?.paymentOutput?.references?.merchantReference;
    const reference = given ? paymentIdOf(given) : null;
    return reference ? { kind: "event", eventId: read.output.id, payment: { reference } } : { kind: "other" };
  };
}

/**
 * Returns the response to Worldline's verification of a webhook URL, which is the value of a header; null for other
 * requests.
 */
export function verificationOf(headers: WebhookHeaders): string | null {
  const sent = headers["x-gcs-webhooks-endpoint-verification"];
  return typeof sent === "string" && /^[\x21-\x7e]{1,200}$/.test(sent) ? sent : null;
}
