import type { OrderAction } from "#core/order-actions.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { keepAction } from "./queries.ts";

/** Who does something to an order, and why, for the record. */
export type By = { readonly actor: string; readonly reason: string };
/** Records an action in the caller's transaction, so that nothing is done without its line in `order_actions`. */
export async function recordAction(tx: Handle, orderId: string, action: OrderAction, by: By, now: Date): Promise<void> {
  await keepAction(tx, { order_id: orderId, action, actor: by.actor, reason: by.reason, at: now });
}
