import { sql } from "kysely";
import type { Handle } from "#server/platform/database/database.ts";
import { oldRows } from "#server/platform/database/old-rows.ts";

export const oldEvents = (before: Date) => oldRows("sandbox_orders", sql`at < ${before}`);

/** The newest events that the sandbox has got. */
export async function newestEvents(db: Handle, limit: number): Promise<readonly unknown[]> {
  const rows = await db.selectFrom("sandbox_orders").select("event").orderBy("at", "desc").limit(limit).execute();
  return rows.map(({ event }) => event);
}
