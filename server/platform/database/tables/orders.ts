import type { ColumnType, Generated } from "kysely";
import type { EsimProgress } from "#core/esim.ts";
import type { Locale } from "#core/locale.ts";
import type { OrderAction } from "#core/order-actions.ts";
import type { OrderProgress, OrderState } from "#core/order-states.ts";
import type { PaymentState } from "#core/payment-states.ts";
import type { TransferRefusal, TransferState } from "#core/transfer-states.ts";
import type { Moment, NullableMoment, Created, StoredJson, NullableStoredJson } from "./column.ts";

/** Payments and orders, and what follows from them. */
export type OrderTables = {
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
    /** Once it is paid: the provider's own id of the payment, how it was paid, and when Kasse learned of it. */
    provider_payment_id: string | null;
    method: string | null;
    paid_at: NullableMoment;
    expires_at: Moment;
    refund_requested_at: NullableMoment;
    /** When the provider was last asked about it. */
    asked_at: NullableMoment;
    checks: Generated<number>;
    next_check_at: ColumnType<Date, Date | string | undefined, Date | string>;
    created_at: Created;
    updated_at: Created;
  };
  webhook_events: { provider: string; event_id: string; received_at: Created };
  orders: {
    id: Generated<string>;
    number: Generated<string>;
    checkout_id: string;
    payment_id: string | null;
    account_id: string;
    status: OrderState;
    bill_paid: boolean;
    /** What the operator's systems reported last, and when that was so there. */
    progress: OrderProgress | null;
    progress_at: NullableMoment;
    /** Until when a released order may be paid; null for any other. */
    pay_until: NullableMoment;
    business: boolean;
    record: StoredJson;
    shown: StoredJson;
    /** The identity data in it is encrypted. */
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
    action: OrderAction;
    actor: string;
    reason: string;
    at: Date;
  };
  order_reports: {
    event_id: string;
    order_id: string;
    progress: OrderProgress | null;
    /** A report about the transfer of a number, and not about the order: its state, day and reason. */
    transfer: TransferState | null;
    transfer_day: string | null;
    transfer_reason: TransferRefusal | null;
    at: Moment;
    received_at: Created;
  };
  /** Mails and texts that were sent, without their words. `about`: as of their job, such as `placed`. */
  order_messages: { id: Generated<string>; order_id: string; channel: "mail" | "sms"; about: string; at: Moment };
  order_links: { secret_hash: Buffer; order_id: string; expires_at: Moment };
  handovers: {
    event_id: Generated<string>;
    order_id: string;
    sequence: Generated<string>;
    event: StoredJson;
    delivered_at: NullableMoment;
    /** When it was delivered before it was sent again, oldest first. */
    earlier_deliveries: Generated<Date[]>;
    created_at: Created;
  };
  esims: {
    order_id: string;
    profile_type: string;
    state: Generated<"ordered" | "ready" | "failed" | "cancelling" | "cancelled">;
    sealed_matching_id: Buffer | null;
    key_id: string | null;
    iccid: string | null;
    smdp_address: string | null;
    asking_since: NullableMoment;
    tries: Generated<number>;
    lost_answers: Generated<number>;
    next_try_at: NullableMoment;
    problem: string | null;
    alarm: Generated<boolean>;
    confirm_asked: Generated<boolean>;
    cancel_asked: Generated<boolean>;
    round: Generated<number>;
    progress: EsimProgress | null;
    progress_at: NullableMoment;
    created_at: Created;
  };
  esim_notifications: {
    id: Generated<string>;
    order_id: string;
    point: number;
    status: string;
    code: string | null;
    at: Moment;
    received_at: Created;
  };
  esim_iccids: {
    iccid: string;
    profile_type: string;
    order_id: string | null;
    asked: Generated<boolean>;
    spent: Generated<boolean>;
    loaded_at: Created;
  };
  esim_reads: { id: Generated<string>; order_id: string; account_id: string; read_at: Created };
};
