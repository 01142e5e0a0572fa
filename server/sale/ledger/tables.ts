import type { ColumnType, Generated, Selectable } from "kysely";
import type { PaymentState } from "#core/payment/payment-states.ts";
import {
  type Created,
  type Timestamp,
  type NullableTimestamp,
  type NullableStoredJson,
  type StoredJson,
  columnsOf,
} from "#server/platform/database/columns.ts";
import type { Tables } from "#server/platform/database/tables.ts";

declare module "#server/platform/database/tables.ts" {
  /** Payments, and the webhook events of their providers. */
  interface Tables {
    payments: {
      id: Generated<string>;
      checkout_id: string;
      provider: string;
      hosted_id: string | null;
      redirect_url: string | null;
      widget: NullableStoredJson;
      return_mac: string | null;
      state: PaymentState;
      amount: number;
      fingerprint: string;
      shown: StoredJson;
      /** Set once the payment is paid: the provider's id of it, the method, and when Kasse learned of it. */
      provider_payment_id: string | null;
      method: string | null;
      paid_at: NullableTimestamp;
      expires_at: Timestamp;
      refund_requested_at: NullableTimestamp;
      /** What went back in total, in Rappen; null until the refund, and for refunds of earlier versions. */
      refunded_amount: number | null;
      /** What Kasse itself returned: less than `refunded_amount` if a part had gone back before; null if unknown. */
      refunded_now: number | null;
      /** When the provider was last asked about it. */
      asked_at: NullableTimestamp;
      checks: Generated<number>;
      next_check_at: ColumnType<Date, Date | string | undefined, Date | string>;
      created_at: Created;
      updated_at: Created;
    };
    webhook_events: { provider: string; event_id: string; received_at: Created };
  }
}

export type PaymentRow = Selectable<Tables["payments"]>;

/** Every column of `payments`. */
export const PAYMENT_COLUMNS = columnsOf("payments", {
  id: true,
  checkout_id: true,
  provider: true,
  hosted_id: true,
  redirect_url: true,
  widget: true,
  return_mac: true,
  state: true,
  amount: true,
  fingerprint: true,
  shown: true,
  provider_payment_id: true,
  method: true,
  paid_at: true,
  asked_at: true,
  expires_at: true,
  refund_requested_at: true,
  refunded_amount: true,
  refunded_now: true,
  checks: true,
  next_check_at: true,
  created_at: true,
  updated_at: true,
});
