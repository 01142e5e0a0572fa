import type { Generated } from "kysely";
import type { Timestamp } from "#server/platform/database/columns.ts";

declare module "#server/platform/database/tables.ts" {
  /** Queues in front of products that many shoppers want at once. */
  interface Tables {
    launch_queues: {
      product: string;
      last_place: number;
      admitted: Generated<number>;
      credit_since: Timestamp;
    };
    launch_places: {
      product: string;
      place: number;
      admitted_at: Timestamp;
      checkout_id: string | null;
      uses: Generated<number>;
    };
  }
}
