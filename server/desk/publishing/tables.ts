import type { Generated } from "kysely";
import type { Timestamp, NullableTimestamp, StoredJson } from "#server/platform/database/columns.ts";

/** What a draft contains: the catalogue, or the texts of the brand. */
export type DeskDraftKind = "catalogue" | "texts";

declare module "#server/platform/database/tables.ts" {
  /** Drafts, and requests to publish them. */
  interface Tables {
    desk_drafts: {
      id: Generated<string>;
      kind: DeskDraftKind;
      name: string;
      base_version: number;
      content: StoredJson;
      revision: Generated<number>;
      changed_by: string;
      changed_at: Timestamp;
      created_at: Timestamp;
      closed_at: NullableTimestamp;
    };
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
