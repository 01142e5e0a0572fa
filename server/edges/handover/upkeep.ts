import type { Handle } from "#server/platform/database/database.ts";
import { expiredBefore } from "#server/platform/database/old-rows.ts";

export const oldEvents = expiredBefore("sandbox_orders", "at");

/** The newest events that the sandbox has got. */
export async function newestEvents(db: Handle, limit: number): Promise<readonly unknown[]> {
  const rows = await db.selectFrom("sandbox_orders").select("event").orderBy("at", "desc").limit(limit).execute();
  return rows.map(({ event }) => event);
}
