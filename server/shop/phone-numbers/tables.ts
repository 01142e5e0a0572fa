import type { Generated } from "kysely";
import type { Timestamp, NullableTimestamp } from "#server/platform/database/columns.ts";

declare module "#server/platform/database/tables.ts" {
  /** Phone numbers that customers can choose. */
  interface Tables {
    numbers: {
      msisdn: string;
      state: Generated<"free" | "ordered" | "withdrawn">;
      available_from: Timestamp;
      order_number: string | null;
      shuffle: Generated<number>;
    };
    number_holds: {
      checkout_id: string;
      msisdn: string;
      until: Timestamp;
      /** A keyed hash of the IP address; null for a hold of the previous version. */
      holder: string | null;
      /** When the checkout started to hold numbers without interruption. */
      since: NullableTimestamp;
    };
    number_movements: {
      id: Generated<string>;
      msisdn: string;
      kind: "loaded" | "ordered" | "returned" | "quarantined" | "withdrawn";
      order_number: string | null;
      actor: string;
      reason: string | null;
      at: Timestamp;
    };
    /** Numbers whose transfer an order has under way. `until`: when the row lapses. */
    number_transfers: { msisdn: string; order_number: string; until: Timestamp };
    number_requests: {
      id: string;
      quantity: number;
      asked_at: Timestamp;
      answered_at: NullableTimestamp;
      received: number | null;
    };
  }
}
