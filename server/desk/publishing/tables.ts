import type { Generated } from "kysely";
import type { Timestamp, NullableTimestamp } from "#server/platform/database/columns.ts";
import type { DeskDraftKind } from "#server/shop/drafts/tables.ts";

declare module "#server/platform/database/tables.ts" {
  /** Requests to publish drafts. */
  interface Tables {
    desk_activation_requests: {
      id: Generated<string>;
      kind: DeskDraftKind;
      version: number;
      draft_id: string | null;
      /** Null for as soon as it is confirmed. */
      starts_at: NullableTimestamp;
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
