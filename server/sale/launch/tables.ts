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
      /** A keyed hash of the shopper's network (an IPv4 address or IPv6 /64); null before they came. */
      network: Buffer | null;
      uses: Generated<number>;
    };
  }
}
