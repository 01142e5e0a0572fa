import { createHmac } from "node:crypto";
import type { Database } from "#server/platform/database/database.ts";
import type { Task } from "#server/platform/jobs/tasks.ts";
import type { Services } from "#server/services.ts";
import type { HandoverPort } from "./handover-port.ts";

/** Delivers an order's event. A job that comes twice delivers the same event with the same id. */
export function handOverOrder({ db, handover }: Services): Task<"hand-over-order"> {
  return async ({ orderId }) => {
    const row = await db
      .selectFrom("handovers")
      .select(["event_id", "event", "delivered_at"])
      .where("order_id", "=", orderId)
      .executeTakeFirstOrThrow();
    if (row.delivered_at) return;
    await handover.deliver({ eventId: row.event_id, event: row.event });
    await db.updateTable("handovers").set({ delivered_at: new Date() }).where("event_id", "=", row.event_id).execute();
  };
}

/** Events land in the list at `/sandbox/orders`. */
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

/** A signed webhook: `X-Kasse-Signature` is the hex HMAC-SHA256 of the raw body, `X-Kasse-Event-Id` the id. */
export function webhookHandover(url: string, secret: string): HandoverPort {
  return {
    async deliver({ eventId, event }) {
      const body = JSON.stringify(event);
      const signature = createHmac("sha256", secret).update(body).digest("hex");
      const response = await fetch(url, {
        method: "POST",
        body,
        headers: { "content-type": "application/json", "x-kasse-event-id": eventId, "x-kasse-signature": signature },
        redirect: "manual",
        signal: AbortSignal.timeout(10_000),
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`The order webhook answered ${response.status}`);
    },
  };
}
