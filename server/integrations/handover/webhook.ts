import { createHmac } from "node:crypto";
import { type ClientCertificate, send, type Play } from "#server/platform/http/json-client.ts";
import type { HandoverPort } from "#server/sale/order/handover.ts";

export type WebhookSettings = {
  readonly url: string;
  readonly secret: string;
  /** The client certificate, for mutual TLS. */
  readonly certificate?: ClientCertificate | null;
  readonly play?: Play;
};

/**
 * Posts events as a signed webhook. `X-Kasse-Signature-V2` is `t=<seconds since 1970>,v1=<hex HMAC-SHA256 of "<t>.<raw
 * body>">`, so that a receiver can refuse a replayed delivery. `X-Kasse-Signature`, over the body alone, is still sent
 * for receivers that check it. `X-Kasse-Event-Id` is the event's id.
 */
export function webhookHandover(
  { url, secret, certificate, play }: WebhookSettings,
  now: () => Date = () => new Date(),
): HandoverPort {
  const hmac = (text: string) => createHmac("sha256", secret).update(text).digest("hex");
  return {
    async deliver({ eventId, event }) {
      const body = JSON.stringify(event);
      const seconds = Math.floor(now().getTime() / 1000);
      const { ok, status } = await send("order webhook", {
        url,
        body,
        headers: {
          "content-type": "application/json",
          "x-kasse-event-id": eventId,
          "x-kasse-signature": hmac(body),
          "x-kasse-signature-v2": `t=${seconds},v1=${hmac(`${seconds}.${body}`)}`,
        },
        timeoutMs: 10_000,
        certificate,
        play,
      });
      if (!ok) throw new Error(`The order webhook answered ${status}`);
    },
  };
}
