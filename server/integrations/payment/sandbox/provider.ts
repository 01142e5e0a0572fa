import { createHmac } from "node:crypto";
import * as v from "valibot";
import type { Database } from "#server/platform/database/database.ts";
import { readJson } from "#server/platform/http/json-client.ts";
import { isSameSecret } from "#server/platform/http/secrets.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import type { PaymentProvider, WebhookRead } from "#server/sale/payment/provider.ts";
import { endPayment, findPayment, markRefunded, openPayment } from "./books.ts";
import { simulateFault } from "./faults.ts";
import { SANDBOX_BRANDS, widgetOf } from "./widget.ts";

const Report = v.object({ eventId: v.string(), hostedCheckoutId: v.string() });

export const SIGNATURE_HEADER = "x-sandbox-signature";

export function signatureOf(body: Buffer | string, secret: string): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}

/**
 * Returns the sandbox payment provider for the shop to call. These are direct calls without a protocol, because nobody
 * else makes them. Its page and its webhooks do use HTTP, with an origin of their own, and webhooks are verified like
 * those of any provider.
 */
export function sandboxPaymentProvider(
  db: Database,
  origin: string,
  secret: string,
  kind: "sandbox-hosted" | "sandbox-widget",
): PaymentProvider {
  return {
    name: kind,
    form: kind === "sandbox-widget" ? { scripts: [origin], frames: [], targets: [origin] } : null,
    brands: kind === "sandbox-widget" ? SANDBOX_BRANDS : ["TWINT", ...SANDBOX_BRANDS],
    async create(request) {
      await simulateFault(db, "create");
      const id = await openPayment(db, request);
      const widget = kind === "sandbox-widget" ? widgetOf(origin, id) : null;
      return { hostedId: id, redirectUrl: `${origin}/pay/${id}`, widget };
    },
    async status({ hostedId }) {
      await simulateFault(db, "status");
      const payment = await findPayment(db, hostedId);
      if (!payment) throw new Unavailable("the sandbox payment provider does not know this payment");
      const { outcome } = payment;
      return outcome === "paid" ? { outcome, paid: { id: hostedId, method: "Sandbox", received: null } } : { outcome };
    },
    cancel: ({ hostedId }) => endPayment(db, hostedId, "cancelled"),
    async refund({ hostedId }, asked) {
      await simulateFault(db, "refund");
      return { total: asked, now: (await markRefunded(db, hostedId)) ?? 0 };
    },
    readWebhook: (raw, headers) => readReport(raw, headers[SIGNATURE_HEADER], secret),
  };
}

function readReport(raw: Buffer, signature: unknown, secret: string): WebhookRead {
  if (typeof signature !== "string" || !isSameSecret(signature, signatureOf(raw, secret))) return { kind: "forged" };
  const report = readJson(Report, raw.toString("utf8"));
  return report
    ? { kind: "event", eventId: report.eventId, payment: { hostedId: report.hostedCheckoutId } }
    : { kind: "forged" };
}
