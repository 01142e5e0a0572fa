import type { Handle } from "#server/platform/database/database.ts";
import { expiredBefore } from "#server/platform/database/old-rows.ts";

/** Stores an event that the sandbox has received, once per id. Returns whether it was already stored. */
export async function storeEvent(db: Handle, event: { readonly eventId: string }): Promise<boolean> {
  const { numInsertedOrUpdatedRows: added } = await db
    .insertInto("sandbox_orders")
    .values({ event_id: event.eventId, event: JSON.stringify(event) })
    .onConflict((conflict) => conflict.column("event_id").doNothing())
    .executeTakeFirstOrThrow();
  return added === 0n;
}

export const oldEvents = expiredBefore("sandbox_orders", "at");

/** Returns the newest events that the sandbox has received. */
export async function newestEvents(db: Handle, limit: number): Promise<readonly unknown[]> {
  const rows = await db.selectFrom("sandbox_orders").select("event").orderBy("at", "desc").limit(limit).execute();
  return rows.map(({ event }) => event);
}
