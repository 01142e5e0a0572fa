import type { Database } from "#server/platform/database/database.ts";
import type { HandoverPort } from "#server/sale/order/handover.ts";

/** Lists events at `/sandbox/orders`. */
export function sandboxHandover(db: Database): HandoverPort {
  return {
    async deliver({ eventId, event }) {
      await db
        .insertInto("sandbox_orders")
        .values({ event_id: eventId, event: JSON.stringify(event) })
        .onConflict((conflict) => conflict.column("event_id").doNothing())
        .execute();
    },
  };
}
