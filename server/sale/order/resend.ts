import { sql } from "kysely";
import type { Database } from "#server/platform/database/database.ts";
import { recordAction, type By } from "./actions.ts";
import { queueHandover } from "./handover.ts";

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
    const order = await tx.selectFrom("orders").select("id").where("number", "=", number).executeTakeFirst();
    if (!order) return { kind: "noOrder" };
    const events = await tx
      .updateTable("handovers")
      .set({
        delivered_at: null,
        earlier_deliveries: sql`case when delivered_at is null then earlier_deliveries else earlier_deliveries || delivered_at end`,
      })
      .where("order_id", "=", order.id)
      .returning(["event_id", "sequence"])
      .execute();
    if (events.length === 0) return { kind: "noEvent" };
    if (by) await recordAction(tx, order.id, "resent", by, by.at);
    await queueHandover(tx, order.id);
    const inOrder = events.toSorted((one, other) => Number(one.sequence) - Number(other.sequence));
    return { kind: "queued", eventIds: inOrder.map(({ event_id }) => event_id) };
  });
}
