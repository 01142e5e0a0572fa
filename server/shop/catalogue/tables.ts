import type { Generated } from "kysely";
import type { Created, Timestamp, NullableTimestamp, StoredJson } from "#server/platform/database/columns.ts";

declare module "#server/platform/database/tables.ts" {
  /** Catalogues, and when they are on sale. */
  interface Tables {
    catalogues: {
      version: Generated<number>;
      content: StoredJson;
      checksum: string;
      /** For a version with the prices of a period: the version that it is derived from. Null for any other version. */
      period_of: number | null;
      /** The start of that period. Null if the period has no start, and for any other version. */
      period_from: NullableTimestamp;
      loaded_at: Created;
    };
    catalogue_activations: {
      id: Generated<number>;
      version: number;
      starts_at: Timestamp;
      actor: string;
      ordered_at: Timestamp;
      cancelled_at: NullableTimestamp;
      cancelled_by: string | null;
    };
    catalogue_sales: { activation_id: number; version: number; starts_at: Timestamp; holds_from: Timestamp };
  }
}
