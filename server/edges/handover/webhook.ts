import { createHmac } from "node:crypto";
import { send } from "#server/platform/http/json-client.ts";
import type { HandoverPort } from "#server/sale/order/handover-port.ts";

/**
 * Posts events as a signed webhook: `X-Kasse-Signature` is the hex HMAC-SHA256 of the raw body, `X-Kasse-Event-Id` the
 * event's id.
 */
export function webhookHandover(url: string, secret: string): HandoverPort {
  return {
    async deliver({ eventId, event }) {
      const body = JSON.stringify(event);
      const signature = createHmac("sha256", secret).update(body).digest("hex");
      const { ok, status } = await send("order webhook", {
        url,
        body,
        headers: { "content-type": "application/json", "x-kasse-event-id": eventId, "x-kasse-signature": signature },
        timeoutMs: 10_000,
      });
      if (!ok) throw new Error(`The order webhook answered ${status}`);
    },
  };
}
