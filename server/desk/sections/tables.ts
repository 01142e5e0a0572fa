import type { Generated } from "kysely";
import type { NullableTimestamp, StoredJson, Timestamp } from "#server/platform/database/columns.ts";

declare module "#server/platform/database/tables.ts" {
  /** Acts on pages of extensions that wait for a second person, and what was decided. */
  interface Tables {
    desk_section_requests: {
      id: Generated<string>;
      extension: string;
      act: string;
      /** Null if the act is not about a row. */
      row_id: string | null;
      entered: StoredJson;
      reason: string;
      asked_by: string;
      asked_by_id: string;
      asked_at: Timestamp;
      decided_by: string | null;
      decided_by_id: string | null;
      decided_at: NullableTimestamp;
      decision_reason: string | null;
      confirmed: boolean | null;
    };
  }
}
