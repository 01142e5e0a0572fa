import type { NullableMoment } from "#server/platform/database/columns.ts";

declare module "#server/platform/database/tables.ts" {
  /** The sandbox of eSIMs. */
  interface Tables {
    sandbox_esims: { call_id: string; iccid: string; confirmed_at: NullableMoment };
  }
}
