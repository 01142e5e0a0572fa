import type { Created, StoredJson } from "#server/platform/database/columns.ts";

declare module "#server/platform/database/tables.ts" {
  /** The sandbox for the systems that orders are handed over to. */
  interface Tables {
    sandbox_orders: { event_id: string; event: StoredJson; at: Created };
  }
}
