import type { Created, Moment } from "#server/platform/database/column.ts";

declare module "#server/platform/database/tables.ts" {
  /** Counted calls, and built files of the pages. */
  interface Tables {
    limit_counters: { key: string; window_start: Moment; count: number };
    built_files: { name: string; plain: Buffer; brotli: Buffer | null; kept_at: Created };
  }
}
