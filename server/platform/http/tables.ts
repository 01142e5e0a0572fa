import type { Created } from "#server/platform/database/columns.ts";

declare module "#server/platform/database/tables.ts" {
  /** Built files that pages load. */
  interface Tables {
    built_files: { name: string; plain: Buffer; brotli: Buffer | null; kept_at: Created };
  }
}
