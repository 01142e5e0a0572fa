import { createHmac, timingSafeEqual } from "node:crypto";
import * as v from "valibot";
import { askJson } from "#server/platform/http/json-client.ts";
import type { PaymentProvider, WebhookRead } from "#server/sale/payment/provider.ts";
import { SANDBOX_BRANDS } from "./widget.ts";

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

/** The adapter of the sandbox provider. It uses HTTP as with a real provider, and does not trust the content of webhooks. */
export function sandboxPaymentProvider(
  origin: string,
  secret: string,
  kind: "sandbox-hosted" | "sandbox-widget",
): PaymentProvider {
  const call = <Schema extends v.GenericSchema>(schema: Schema, method: "GET" | "POST", path: string, body?: object) =>
    askJson("the sandbox payment provider", schema, {
      url: `${origin}${path}`,
      method,
      headers: { authorization: `Bearer ${secret}` },
      ...(body && { body }),
      timeoutMs: 5000,
    });
  return {
    name: kind,
    form: kind === "sandbox-widget" ? { scripts: [origin], frames: [], targets: [origin] } : null,
    brands: SANDBOX_BRANDS,
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
    async status({ hostedId }) {
      const { outcome } = await call(Status, "GET", `/api/payments/${hostedId}`);
      return outcome === "paid" ? { outcome, paid: { id: hostedId, method: "Sandbox", received: null } } : { outcome };
    },
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
  const sent = Buffer.from(typeof signature === "string" ? signature : "");
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return { kind: "forged" };
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Report), raw.toString("utf8"));
  return read.success
    ? { kind: "event", eventId: read.output.eventId, payment: { hostedId: read.output.hostedCheckoutId } }
    : { kind: "forged" };
}
