import { randomUUID } from "node:crypto";
import type { OrderState } from "#core/order/order-states.ts";
import type { Database } from "#server/platform/database/database.ts";
import { addJobs } from "#server/platform/jobs/queue.ts";
import { orderNumbered, recordAction, type By } from "./queries.ts";

/**
 * Queues the mail about an order once more, as its state is now: a mail of its own, which is not taken for a repetition of the first. Returns
 * the state; null if there is no such order. `by`: who has it sent, if that is recorded.
 */
export function mailAgain(db: Database, number: string, by?: By & { readonly at: Date }): Promise<OrderState | null> {
  return db.transaction().execute(async (tx) => {
    const order = await orderNumbered(tx, number);
    if (!order) return null;
    if (by) await recordAction(tx, order.id, "mailed", by, by.at);
    const event = `again-${randomUUID()}`;
    await addJobs(tx, [
      { name: "mail-order", payload: { orderId: order.id, event }, key: `mail-order:${order.id}:${event}` },
    ]);
    return order.status;
  });
}
