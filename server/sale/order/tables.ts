import type { ColumnType, Generated } from "kysely";
import type { Locale } from "#core/text/locale.ts";
import type { RecordedAction } from "#core/desk/order-actions.ts";
import type { OrderProgress, OrderState } from "#core/order/order-states.ts";
import type { TransferRefusal, TransferState } from "#core/phone-numbers/transfer-states.ts";
import type {
  Created,
  Moment,
  NullableMoment,
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
      /** The last report of the operator's systems, and its time there. */
      progress: OrderProgress | null;
      progress_at: NullableMoment;
      /** The payment deadline of a released order; null for any other. */
      pay_until: NullableMoment;
      business: boolean;
      record: StoredJson;
      shown: StoredJson;
      /** Its identity data is encrypted. */
      customer: StoredJson;
      terms: NullableStoredJson;
      document_id: string | null;
      /** Null without identity data. */
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
      /** Set in a report about the number transfer instead of the order: its state, day and reason. */
      transfer: TransferState | null;
      transfer_day: string | null;
      transfer_reason: TransferRefusal | null;
      at: Moment;
      received_at: Created;
    };
    /** Sent mails and texts, without their content. `about`: that of their job, such as `placed`. */
    order_messages: { id: Generated<string>; order_id: string; channel: "mail" | "sms"; about: string; at: Moment };
    order_links: { secret_hash: Buffer; order_id: string; expires_at: Moment };
    handovers: {
      event_id: Generated<string>;
      order_id: string;
      sequence: Generated<string>;
      event: StoredJson;
      delivered_at: NullableMoment;
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
      asked_at: Moment;
      decided_by: string | null;
      decided_by_id: string | null;
      decided_at: NullableMoment;
      confirmed: boolean | null;
    };
    /** Search terms of orders for the desk, derived from the orders. */
    desk_orders: { order_id: string; number: string; created_at: Date; terms: string };
    /** Orders with outdated search terms. */
    desk_orders_changed: { id: Generated<string>; order_id: string };
    document_links: { id: Generated<string>; order_id: string; expires_at: Moment };
    /**
     * The PostgreSQL instances on which the shop has started; the last row is the current one. A bigint is read as
     * text.
     */
    database_homes: {
      id: Generated<string>;
      home: string;
      started_at: Created;
      skipped_to: ColumnType<string | null, string | null, never>;
    };
  }
}
