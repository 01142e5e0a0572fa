import { randomUUID } from "node:crypto";
import type { OrderState } from "#core/order-states.ts";
import type { Database } from "#server/platform/database/database.ts";
import { addJobs } from "#server/platform/jobs/queue.ts";

/**
 * Queues the mail about an order once more, as its state is now: a mail of its own, which is not taken for a repetition of the first. Returns
 * the state; null if there is no such order.
 */
export async function mailAgain(db: Database, number: string): Promise<OrderState | null> {
  const order = await db.selectFrom("orders").select(["id", "status"]).where("number", "=", number).executeTakeFirst();
  if (!order) return null;
  const event = `again-${randomUUID()}`;
  await addJobs(db, [
    { name: "mail-order", payload: { orderId: order.id, event }, key: `mail-order:${order.id}:${event}` },
  ]);
  return order.status;
}
