import type { Database } from "#server/platform/database/database.ts";
import { deliverAgain, queueHandover } from "./handover.ts";
import { orderNumbered, recordAction, type By } from "./queries.ts";

export type Resent =
  | { readonly kind: "queued"; readonly eventIds: readonly string[] }
  | { readonly kind: "noOrder" }
  /** The order was never handed over: it is or was on hold. */
  | { readonly kind: "noEvent" };

/**
 * Queues the hand-over of an order again, with the same events and event ids, so that a receiver recognises a repeated event.
 * A job that has failed is restarted. When each event was delivered before stays in its row. `by`: who has it done, if that is recorded.
 */
export async function resendOrder(db: Database, number: string, by?: By & { readonly at: Date }): Promise<Resent> {
  return db.transaction().execute(async (tx) => {
    const order = await orderNumbered(tx, number);
    if (!order) return { kind: "noOrder" };
    const events = await deliverAgain(tx, order.id);
    if (events.length === 0) return { kind: "noEvent" };
    if (by) await recordAction(tx, order.id, "resent", by, by.at);
    await queueHandover(tx, order.id);
    return { kind: "queued", eventIds: events };
  });
}
