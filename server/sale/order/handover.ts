import type { Database } from "#server/platform/database/database.ts";
import type { Task } from "#server/platform/jobs/tasks.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { HandoverPort } from "./handover-port.ts";

type Needs = { readonly db: Database; readonly handover: HandoverPort; readonly now: Clock };

/** The job that delivers the event of an order. A repeated job delivers the same event with the same id. */
export function handOverOrder({ db, handover, now }: Needs): Task<"hand-over-order"> {
  return async ({ orderId }) => {
    const row = await db
      .selectFrom("handovers")
      .select(["event_id", "event", "delivered_at"])
      .where("order_id", "=", orderId)
      .executeTakeFirstOrThrow();
    if (row.delivered_at) return;
    await handover.deliver({ eventId: row.event_id, event: row.event });
    await db.updateTable("handovers").set({ delivered_at: now() }).where("event_id", "=", row.event_id).execute();
  };
}
