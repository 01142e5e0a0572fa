import type { Created, StoredJson } from "#server/platform/database/columns.ts";

declare module "#server/platform/database/tables.ts" {
  /** The sandbox of the systems that take over orders. */
  interface Tables {
    sandbox_orders: { event_id: string; event: StoredJson; at: Created };
  }
}
