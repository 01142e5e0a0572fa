import type { Generated } from "kysely";
import type { Timestamp, NullableTimestamp, StoredJson } from "#server/platform/database/columns.ts";

/** What a draft contains: the catalogue, or the texts of the brand. */
export type DeskDraftKind = "catalogue" | "texts";

declare module "#server/platform/database/tables.ts" {
  /** Drafts of what the shop publishes. */
  interface Tables {
    desk_drafts: {
      id: Generated<string>;
      kind: DeskDraftKind;
      name: string;
      /** The system of the operator that delivers it; null for a draft of people. It has one open draft of a kind. */
      system: string | null;
      /** The system has delivered a whole catalogue. */
      imported: Generated<boolean>;
      base_version: number;
      content: StoredJson;
      revision: Generated<number>;
      changed_by: string;
      changed_at: Timestamp;
      created_at: Timestamp;
      closed_at: NullableTimestamp;
    };
  }
}
