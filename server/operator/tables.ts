import type { Created } from "#server/platform/database/columns.ts";

declare module "#server/platform/database/tables.ts" {
  /** Information shared between the processes of a shop. */
  interface Tables {
    server_processes: { id: string; written_at: Created };
    /** `name`: `documents:<id of the key>` or `document-numbers`. */
    key_fingerprints: { name: string; fingerprint: string; first_used_at: Created };
  }
}
