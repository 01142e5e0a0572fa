import type { ColumnType, Generated } from "kysely";
import type { Locale } from "#core/text/locale.ts";
import type { RecordedAction } from "#core/desk/order-actions.ts";
import type { OrderProgress, OrderState } from "#core/order/order-states.ts";
import type { TransferRefusal, TransferState } from "#core/phone-numbers/transfer-states.ts";
import type {
  Created,
  Timestamp,
  NullableTimestamp,
  NullableStoredJson,
  StoredJson,
} from "#server/platform/database/columns.ts";

declare module "#server/platform/database/tables.ts" {
  /** Orders, and the data that depends on them. */
  interface Tables {
    orders: {
      id: Generated<string>;
      number: Generated<string>;
      checkout_id: string;
      payment_id: string | null;
      account_id: string;
      status: OrderState;
      bill_paid: boolean;
      /**
       * The progress that the operator's systems reported last, and the time of that report according to their clock.
       */
      progress: OrderProgress | null;
      progress_at: NullableTimestamp;
      /** Until when a released order can be paid; null for any other order. */
      pay_until: NullableTimestamp;
      business: boolean;
      record: StoredJson;
      shown: StoredJson;
      /** Its identity data is encrypted. */
      customer: StoredJson;
      terms: NullableStoredJson;
      document_id: string | null;
      /** Null if the identity data was removed. */
      document_hash: Buffer | null;
      locale: Locale;
      created_at: Created;
    };
    order_actions: {
      id: Generated<string>;
      order_id: string;
      action: RecordedAction;
      actor: string;
      reason: string;
      at: Date;
    };
    order_reports: {
      event_id: string;
      order_id: string;
      progress: OrderProgress | null;
      /** Set if the report is about the number transfer instead of the order: its state, day and reason. */
      transfer: TransferState | null;
      transfer_day: string | null;
      transfer_reason: TransferRefusal | null;
      /** The order that had the transfer of the number under way, so that this report does not count; else null. */
      transfer_blocked_by: Generated<string | null>;
      at: Timestamp;
      received_at: Created;
    };
    /**
     * E-mails and text messages that were sent, without their content. `about`: what they are about, such as `placed`.
     */
    order_messages: { id: Generated<string>; order_id: string; channel: "mail" | "sms"; about: string; at: Timestamp };
    order_links: { secret_hash: Buffer; order_id: string; expires_at: Timestamp };
    handovers: {
      event_id: Generated<string>;
      order_id: string;
      sequence: Generated<string>;
      event: StoredJson;
      delivered_at: NullableTimestamp;
      /** The times of earlier deliveries, oldest first. */
      earlier_deliveries: Generated<Date[]>;
      created_at: Created;
    };
    desk_refund_requests: {
      id: Generated<string>;
      order_id: string;
      sent: boolean;
      reason: string;
      asked_by: string;
      asked_by_id: string | null;
      asked_at: Timestamp;
      decided_by: string | null;
      decided_by_id: string | null;
      decided_at: NullableTimestamp;
      confirmed: boolean | null;
    };
    /** Search terms of orders for the desk. They can be derived from the orders again. */
    desk_orders: { order_id: string; number: string; created_at: Date; terms: string };
    /** Orders with outdated search terms. */
    desk_orders_changed: { id: Generated<string>; order_id: string };
    document_links: { id: Generated<string>; order_id: string; expires_at: Timestamp };
    /** The PostgreSQL instances on which the shop has started. The last row is the current one. */
    database_homes: {
      id: Generated<string>;
      home: string;
      started_at: Created;
      skipped_to: ColumnType<string | null, string | null, never>;
    };
  }
}
