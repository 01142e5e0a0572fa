import type { Timestamp } from "#server/platform/database/columns.ts";

declare module "#server/platform/database/tables.ts" {
  /** How often each counter was used in each window. */
  interface Tables {
    limit_counters: { key: string; window_start: Timestamp; count: number };
  }
}
