import type { Moment } from "#server/platform/database/columns.ts";

declare module "#server/platform/database/tables.ts" {
  /** Counted calls. */
  interface Tables {
    limit_counters: { key: string; window_start: Moment; count: number };
  }
}
