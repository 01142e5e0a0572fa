import { createHmac, timingSafeEqual } from "node:crypto";
import * as v from "valibot";
import { Unavailable } from "#server/platform/http/unavailable.ts";
import type { PaymentProvider, WebhookRead } from "#server/sale/payment/provider.ts";

const Created = v.object({
  id: v.string(),
  url: v.string(),
  widget: v.nullable(
    v.object({ scriptUrl: v.string(), integrity: v.string(), formAction: v.string(), brands: v.array(v.string()) }),
  ),
});
const Status = v.object({ outcome: v.picklist(["pending", "paid", "declined", "cancelled", "expired"]) });
const Report = v.object({ eventId: v.string(), hostedCheckoutId: v.string() });

export const SIGNATURE_HEADER = "x-sandbox-signature";

export function signatureOf(body: Buffer | string, secret: string): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}

/** Kasse's side of the sandbox provider: it talks to it over HTTP, as to any other, and does not trust its reports. */
export function sandboxPaymentProvider(
  origin: string,
  secret: string,
  kind: "sandbox-hosted" | "sandbox-widget",
): PaymentProvider {
  async function call<Schema extends v.GenericSchema>(
    schema: Schema,
    method: "GET" | "POST",
    path: string,
    body?: object,
  ): Promise<v.InferOutput<Schema>> {
    try {
      const response = await fetch(`${origin}${path}`, {
        method,
        headers: { "content-type": "application/json", authorization: `Bearer ${secret}` },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(5000),
      });
      const answer: unknown = await response.json();
      if (response.status !== 200) throw new Error(`status ${response.status}`);
      return v.parse(schema, answer);
    } catch (error) {
      throw new Unavailable(`the sandbox payment provider: ${(error as Error).message}`);
    }
  }
  return {
    name: kind,
    pageOrigins: [origin],
    async create(payment) {
      const created = await call(Created, "POST", "/api/payments", {
        idempotencyKey: payment.idempotencyKey,
        reference: payment.reference,
        amount: payment.amount,
        locale: payment.locale,
        returnUrl: payment.returnUrl,
        expiresAt: payment.expiresAt.toISOString(),
        widget: kind === "sandbox-widget",
      });
      return { hostedId: created.id, redirectUrl: created.url, widget: created.widget };
    },
    status: async ({ hostedId }) => (await call(Status, "GET", `/api/payments/${hostedId}`)).outcome,
    async cancel({ hostedId }) {
      await call(v.unknown(), "POST", `/api/payments/${hostedId}/cancel`, {});
    },
    async refund({ hostedId }, amount, idempotencyKey) {
      await call(v.unknown(), "POST", `/api/payments/${hostedId}/refund`, { amount, idempotencyKey });
    },
    readWebhook: (raw, headers) => readReport(raw, headers[SIGNATURE_HEADER], secret),
  };
}

function readReport(raw: Buffer, signature: unknown, secret: string): WebhookRead {
  const expected = Buffer.from(signatureOf(raw, secret));
  const given = Buffer.from(typeof signature === "string" ? signature : "");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return { kind: "forged" };
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Report), raw.toString("utf8"));
  return read.success
    ? { kind: "event", eventId: read.output.eventId, payment: { hostedId: read.output.hostedCheckoutId } }
    : { kind: "forged" };
}
