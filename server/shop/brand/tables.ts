import type { Generated } from "kysely";
import type { Timestamp, NullableTimestamp, StoredJson } from "#server/platform/database/columns.ts";

declare module "#server/platform/database/tables.ts" {
  interface Tables {
    brand_texts: {
      version: Generated<number>;
      content: StoredJson;
      checksum: string;
      saved_by: string;
      saved_at: Timestamp;
    };
    brand_text_activations: {
      id: Generated<number>;
      /** 0 for the brand file. */
      version: number;
      starts_at: Timestamp;
      actor: string;
      ordered_at: Timestamp;
      cancelled_at: NullableTimestamp;
      cancelled_by: string | null;
    };
  }
}
