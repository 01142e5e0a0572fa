import type { Handle, ReadHandle } from "#server/platform/database/database.ts";
import { expiredBefore } from "#server/platform/database/old-rows.ts";

export const oldCounters = expiredBefore("limit_counters", "window_start");

/** Returns the counters with these keys, in all their windows. */
export function countersOf(db: ReadHandle, limits: readonly string[]) {
  return db.selectFrom("limit_counters").select(["key", "window_start", "count"]).where("key", "in", limits).execute();
}

/** Takes an attempt off a counter. */
export async function uncount(db: Handle, key: string, windowStart: Date): Promise<void> {
  await db
    .updateTable("limit_counters")
    .set((eb) => ({ count: eb("count", "-", 1) }))
    .where("key", "=", key)
    .where("window_start", "=", windowStart)
    .where("count", ">", 0)
    .execute();
}
