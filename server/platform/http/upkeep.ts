import { sql } from "kysely";
import type { Handle } from "#server/platform/database/database.ts";
import { daysBefore, oldRows } from "#server/platform/database/old-rows.ts";
import { KEPT_DAYS } from "./kept-files.ts";

export const oldCounters = (before: Date) => oldRows("limit_counters", sql`window_start < ${before}`);

/** The browser's files of builds that have not been started for long: no page asks for them any more. */
export const oldFiles = (now: Date) => oldRows("built_files", sql`kept_at < ${daysBefore(now, KEPT_DAYS)}`);

/** The counters of some limits, of all their windows. */
export function countersOf(db: Handle, limits: readonly string[]) {
  return db.selectFrom("limit_counters").select(["key", "window_start", "count"]).where("key", "in", limits).execute();
}
