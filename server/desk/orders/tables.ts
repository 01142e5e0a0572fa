import type { Generated } from "kysely";
import type { Moment, NullableMoment } from "#server/platform/database/column.ts";

declare module "#server/platform/database/tables.ts" {
  /** What the desk keeps about orders. */
  interface Tables {
    desk_refund_requests: {
      id: Generated<string>;
      order_id: string;
      sent: boolean;
      reason: string;
      asked_by: string;
      asked_by_id: string | null;
      asked_at: Moment;
      decided_by: string | null;
      decided_by_id: string | null;
      decided_at: NullableMoment;
      confirmed: boolean | null;
    };
    /** What orders are found by, derived from them. */
    desk_orders: { order_id: string; number: string; created_at: Date; terms: string };
    /** Orders whose terms are out of date. */
    desk_orders_changed: { id: Generated<string>; order_id: string };
  }
}
