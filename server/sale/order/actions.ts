import type { OrderAction } from "#core/order-actions.ts";
import type { Handle } from "#server/platform/database/database.ts";

/** Who does something to an order, and why, for the record. */
export type By = { readonly actor: string; readonly reason: string };
/** Records an action in the caller's transaction, so that nothing is done without its line in `order_actions`. */
export async function recordAction(tx: Handle, orderId: string, action: OrderAction, by: By, now: Date): Promise<void> {
  await tx
    .insertInto("order_actions")
    .values({ order_id: orderId, action, actor: by.actor, reason: by.reason, at: now })
    .execute();
}

/** What was done to an order, oldest first. */
export async function actionsOf(db: Handle, orderNumber: string) {
  return db
    .selectFrom("order_actions")
    .innerJoin("orders", "orders.id", "order_actions.order_id")
    .select(["action", "actor", "reason", "at"])
    .where("orders.number", "=", orderNumber)
    .orderBy("order_actions.id")
    .execute();
}
