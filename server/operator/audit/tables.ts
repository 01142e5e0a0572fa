import type { ColumnType } from "kysely";
import type { Timestamp } from "#server/platform/database/columns.ts";

declare module "#server/platform/database/tables.ts" {
  /** What the operator's staff did. */
  interface Tables {
    audit_log: {
      seq: ColumnType<string, number, never>;
      at: Timestamp;
      actor: string;
      action: string;
      subject: string | null;
      reason: string | null;
      hash: Buffer;
    };
  }
}
