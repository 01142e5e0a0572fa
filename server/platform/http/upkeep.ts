import { sql } from "kysely";
import type { Handle } from "#server/platform/database/database.ts";
import { daysBefore, expiredBefore, expired } from "#server/platform/database/old-rows.ts";
import { KEPT_DAYS } from "./kept-files.ts";

export const oldCounters = expiredBefore("limit_counters", "window_start");

/** The browser's files of builds that have not been started for long: no page asks for them any more. */
export const oldFiles = (now: Date) => expired("built_files", sql`kept_at < ${daysBefore(now, KEPT_DAYS)}`);

/** The counters of some limits, of all their windows. */
export function countersOf(db: Handle, limits: readonly string[]) {
  return db.selectFrom("limit_counters").select(["key", "window_start", "count"]).where("key", "in", limits).execute();
}
