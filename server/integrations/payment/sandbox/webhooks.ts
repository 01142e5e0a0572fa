import { randomUUID, randomBytes } from "node:crypto";
import { send } from "#server/platform/http/json-client.ts";
import type { Faults } from "./faults.ts";
import { SIGNATURE_HEADER, signatureOf } from "./provider.ts";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeOnce } from "#server/platform/files/write-once.ts";

export type WebhookSender = {
  report(hostedId: string, webhook: Faults["webhook"], slowly: boolean): Promise<void>;
  stop(): void;
};

/** Delay of the webhook after the shopper closed the tab, in ms; long enough to see the unsettled payment. */
const DELAY_MS = 1500;
const LATE_MS = 8000;

/**
 * Creates what sends signed webhooks to the shop as a provider would: soon, late, twice, before the shopper returns, or
 * never.
 */
export function webhookSender(target: string, secret: string): WebhookSender {
  const timers = new Set<NodeJS.Timeout>();
  async function report(hostedId: string, eventId: string): Promise<void> {
    const body = JSON.stringify({ eventId, hostedCheckoutId: hostedId });
    // Not retried: if the shop is down, its job `settle-payments` will find the outcome.
    await send("the sandbox's webhook", {
      url: target,
      body,
      headers: { "content-type": "application/json", [SIGNATURE_HEADER]: signatureOf(body, secret) },
      timeoutMs: 5000,
    }).catch(() => undefined);
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
      if (webhook === "before-return") return report(hostedId, eventId);
      const soon = slowly ? DELAY_MS : 200;
      after(webhook === "late" ? LATE_MS : soon, () => report(hostedId, eventId));
      if (webhook === "twice") after(400, () => report(hostedId, eventId));
    },
    stop() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/**
 * Returns the secret that the shop and the sandbox provider share. It is stored, so that webhooks signed before a
 * restart stay valid.
 */
export async function sandboxSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, "keys", "sandbox-payment");
  await writeOnce(file, randomBytes(24).toString("hex"));
  return (await readFile(file, "utf8")).trim();
}
