import { sql } from "kysely";
import type { Handle } from "#server/platform/database/database.ts";
import { fail, type Result } from "./result.ts";

export type Limit = { readonly count: number; readonly seconds: number };

/**
 * Counts a try against each limit and fails with `tooMany` if one is exceeded. The counters are fixed windows of time in the
 * database, shared by all server processes. `key` identifies what is limited, such as `code:number:41784000001`.
 */
export async function withinLimits(
  db: Handle,
  tries: readonly { key: string; limit: Limit }[],
  now: Date,
): Promise<Result<null, "tooMany">> {
  for (const { key, limit } of tries) {
    const windowStart = new Date(Math.floor(now.getTime() / (limit.seconds * 1000)) * limit.seconds * 1000);
    const { rows } = await sql<{ count: number }>`
      insert into limit_counters (key, window_start, count) values (${key}, ${windowStart}, 1)
      on conflict (key, window_start) do update set count = limit_counters.count + 1
      returning count`.execute(db);
    if ((rows[0]?.count ?? 0) > limit.count) {
      const retryAfter = Math.max(1, Math.ceil((windowStart.getTime() + limit.seconds * 1000 - now.getTime()) / 1000));
      return fail("tooMany", { retryAfter });
    }
  }
  return { ok: true, value: null };
}
