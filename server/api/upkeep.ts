import type { ReadHandle } from "#server/platform/database/database.ts";
import { expiredBefore } from "#server/platform/database/old-rows.ts";

export const oldCounters = expiredBefore("limit_counters", "window_start");

/** Returns the counters with these keys, in all their windows. */
export function countersOf(db: ReadHandle, limits: readonly string[]) {
  return db.selectFrom("limit_counters").select(["key", "window_start", "count"]).where("key", "in", limits).execute();
}
