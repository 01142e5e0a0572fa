import type { ColumnType, Generated } from "kysely";
import type { ReceiptState } from "#core/sms-receipts.ts";
import type { Moment, Created } from "./column.ts";

/** What the servers of a shop know of each other. */
export type OperationTables = {
  limit_counters: { key: string; window_start: Moment; count: number };
  built_files: { name: string; plain: Buffer; brotli: Buffer | null; kept_at: Created };
  server_processes: { id: string; written_at: Created };
  /** `name`: `documents:<id of the key>` or `document-numbers`. */
  key_fingerprints: { name: string; fingerprint: string; first_used_at: Created };
  /** Which PostgreSQL the shop has started on, the last row being the present one. A bigint is read as text. */
  database_homes: {
    id: Generated<string>;
    home: string;
    started_at: Created;
    skipped_to: ColumnType<string | null, string | null, never>;
  };
  audit_log: {
    seq: ColumnType<string, number, never>;
    at: Moment;
    actor: string;
    action: string;
    subject: string | null;
    reason: string | null;
    hash: Buffer;
  };
  sms_events: { id: Generated<string>; state: ReceiptState | null; at: Created };
};
