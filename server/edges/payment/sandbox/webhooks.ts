import { randomUUID } from "node:crypto";
import type { Faults } from "./faults.ts";
import { SIGNATURE_HEADER, signatureOf } from "./provider.ts";

export type WebhookSender = {
  report(hostedId: string, webhook: Faults["webhook"], slowly: boolean): Promise<void>;
  stop(): void;
};

/** A closed tab's report comes after so long: time enough to see that nothing happened yet. */
const DELAY_MS = 1500;
const LATE_MS = 8000;

/** Sends signed reports to the shop, as a provider does: soon, late, twice, before the shopper is back, or never. */
export function webhookSender(target: string, secret: string): WebhookSender {
  const timers = new Set<NodeJS.Timeout>();
  async function send(hostedId: string, eventId: string): Promise<void> {
    const body = JSON.stringify({ eventId, hostedCheckoutId: hostedId });
    // A shop that is down is the reconciliation job's case; the sandbox does not repeat itself.
    await fetch(target, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", [SIGNATURE_HEADER]: signatureOf(body, secret) },
      signal: AbortSignal.timeout(5000),
    })
      .then((response) => response.arrayBuffer())
      .catch(() => undefined);
  }
  function after(delay: number, work: () => Promise<void>): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      void work();
    }, delay);
    timers.add(timer);
  }
  return {
    async report(hostedId, webhook, slowly) {
      const eventId = randomUUID();
      if (webhook === "never") return;
      if (webhook === "before-return") return send(hostedId, eventId);
      after(webhook === "late" ? LATE_MS : slowly ? DELAY_MS : 200, () => send(hostedId, eventId));
      if (webhook === "twice") after(400, () => send(hostedId, eventId));
    },
    stop() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
