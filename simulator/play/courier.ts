import type { Journal } from "./journal.ts";
import type { Switches } from "./switches.ts";

export type Delivery = {
  /** Description for the journal, such as `webhook: paid`. */
  readonly what: string;
  /** Sends the delivery, with a wrong secret if `forged`. Resolves to the outcome, such as `200`. */
  send(forged: boolean): Promise<string>;
};
export type Courier = ReturnType<typeof openCourier>;

/** How long a delivery is held back so that a later one overtakes it, in ms. After that it is sent anyway. */
const HELD_MS = 5000;

/**
 * Delivers a provider's webhooks and notifications. The switches can make it deliver them twice, out of order or
 * forged. Never retries.
 */
export function openCourier({ switches, journal }: { readonly switches: Switches; readonly journal: Journal }) {
  let held: { readonly delivery: Delivery; readonly timer: NodeJS.Timeout } | null = null;

  async function sendOnce({ what, send }: Delivery, forged: boolean, remark = ""): Promise<void> {
    const outcome = await send(forged).catch((error: unknown) => `not delivered: ${reasonOf(error)}`);
    journal.add(what, `${outcome}${remark}${forged ? " (wrong signature)" : ""}`);
  }

  async function release(): Promise<void> {
    if (!held) return;
    const { delivery, timer } = held;
    held = null;
    clearTimeout(timer);
    await sendOnce(delivery, false, " (out of order)");
  }

  return {
    /**
     * Resolves when the delivery has been sent, or is held back until a later one overtakes it. Never rejects; failures
     * are recorded in the journal.
     */
    async deliver(delivery: Delivery): Promise<void> {
      if (!held && switches.take("outOfOrder")) {
        held = { delivery, timer: setTimeout(() => void release(), HELD_MS) };
        journal.add(delivery.what, "held back, so that the next one overtakes it");
        return;
      }
      await sendOnce(delivery, switches.take("wrongSignature"));
      if (switches.take("duplicate")) await sendOnce(delivery, false, " (duplicate)");
      await release();
    },
    /** Discards the delivery that is held back, if any. */
    stop() {
      if (held) clearTimeout(held.timer);
      held = null;
    },
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
