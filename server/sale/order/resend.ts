import type { Database } from "#server/platform/database/database.ts";
import { addJobs } from "#server/platform/jobs/queue.ts";

export type Resent =
  | { readonly kind: "queued"; readonly eventId: string }
  | { readonly kind: "noOrder" }
  /** Orders on hold are never handed over (decisions 4). */
  | { readonly kind: "onHold" };

/**
 * Queues the hand-over of an order again, with the same event and event id, so that a receiver recognises a repeated event.
 * A job that has failed is restarted.
 */
export async function resendOrder(db: Database, number: string): Promise<Resent> {
  return db.transaction().execute(async (tx) => {
    const order = await tx
      .selectFrom("orders")
      .leftJoin("handovers", "handovers.order_id", "orders.id")
      .select(["orders.id", "handovers.event_id"])
      .where("orders.number", "=", number)
      .executeTakeFirst();
    if (!order) return { kind: "noOrder" };
    if (order.event_id === null) return { kind: "onHold" };
    await tx.updateTable("handovers").set({ delivered_at: null }).where("event_id", "=", order.event_id).execute();
    await addJobs(tx, [{ name: "hand-over-order", payload: { orderId: order.id }, key: `hand-over:${order.id}` }]);
    return { kind: "queued", eventId: order.event_id };
  });
}
