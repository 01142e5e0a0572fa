import type { Generated } from "kysely";
import type { Created, Timestamp, NullableTimestamp, StoredJson } from "#server/platform/database/columns.ts";

declare module "#server/platform/database/tables.ts" {
  /** Catalogues, and when they are on sale. */
  interface Tables {
    catalogues: {
      version: Generated<number>;
      content: StoredJson;
      checksum: string;
      /**
       * Set for a version with the prices of a period: the version that it is derived from, and the start of the
       * period, which is null if it has none.
       */
      period_of: number | null;
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
