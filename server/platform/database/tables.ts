import type { ColumnType, Generated, JSONColumnType, Selectable } from "kysely";
import type { Catalogue } from "#core/catalogue.ts";
import type { OrderCustomer } from "#core/customer-form.ts";
import type { EsimProgress } from "#core/esim.ts";
import type { Locale } from "#core/locale.ts";
import type { OrderProgress, OrderState } from "#core/order-states.ts";
import type { PaymentState, ProviderOutcome } from "#core/payment-states.ts";
import type { Quote, Totals } from "#core/pricing.ts";
import type { CheckoutRecord } from "#core/record.ts";
import type { Profile } from "#core/profile.ts";
import type { ReceiptState } from "#core/sms-receipts.ts";
import type { FailureName } from "#contract/failures.ts";
import type { EndpointName } from "#contract/paths.ts";
import type { PrepareAnswers } from "#contract/schemas/prepare.ts";

/** Row types of the migrated database. Only modules with queries use them; rows are never sent to clients. */
type Json<T extends object> = JSONColumnType<T>;
type NullableJson<T extends object> = ColumnType<T | null, string | null, string | null>;
type Moment = ColumnType<Date, Date | string, Date | string>;
type NullableMoment = ColumnType<Date | null, Date | string | null, Date | string | null>;
type Created = ColumnType<Date, Date | undefined, Date>;

/** The quote that the shopper saw last, which is binding, and its catalogue version. */
export type ShownQuote = {
  readonly quote: Quote;
  readonly catalogueVersion: number;
  /** Set while the shopper has not agreed to a price that a new catalogue changed: what the record cost before, and by which catalogue. */
  readonly unagreed?: { readonly catalogueVersion: number; readonly totals: Totals };
};
export type FormStage = "person" | "address" | "all";
/** The result of creating the customer. `contract` is the family and kind of contract that it was checked for. */
export type CustomerCreated = { readonly contract: string; readonly solvent: boolean };

/** What the solvency check answered. `person` is a keyed hash of whom it was asked about. */
export type SolvencyAnswer = { readonly person: string; readonly solvent: boolean };

/** The terms that a customer accepted. `version` is a hash of their texts in all languages. */
export type AcceptedTerms = {
  readonly version: string;
  /** ISO 8601. */
  readonly at: string;
  readonly locale: Locale;
  readonly documents: readonly { readonly code: string; readonly title: string; readonly url: string }[];
};

/** A form without its identity data, which is in `sealed`; rows of before the encryption have it in clear. */
type StoredForm = OrderCustomer & { readonly sealed?: string };

export type Tables = {
  catalogues: {
    version: Generated<number>;
    content: Json<Catalogue>;
    checksum: string;
    /** Of a version that is another one for a time: which one, and from when; null from its beginning. */
    period_of: number | null;
    period_from: NullableMoment;
    loaded_at: Created;
  };
  catalogue_activations: {
    id: Generated<number>;
    version: number;
    starts_at: Moment;
    actor: string;
    ordered_at: Moment;
    cancelled_at: NullableMoment;
    cancelled_by: string | null;
  };
  catalogue_sales: { activation_id: number; version: number; starts_at: Moment; holds_from: Moment };
  stock: { article: string; on_hand: number; loaded: number; entries: number };
  stock_movements: {
    id: Generated<string>;
    article: string;
    kind: "opening" | "received" | "counted" | "sold" | "returned" | "corrected";
    pieces: number;
    order_number: string | null;
    event_id: string | null;
    actor: string;
    reason: string | null;
    at: Moment;
    recorded_at: Created;
  };
  accounts: {
    id: Generated<string>;
    email: string;
    password_hash: string | null;
    customer_base_id: string | null;
    profile: Json<Profile>;
    created_at: Created;
  };
  checkouts: {
    id: string;
    revision: Generated<number>;
    record: Json<CheckoutRecord>;
    shown: Json<ShownQuote>;
    locale: Locale;
    /** The shopper agreed to one reminder, which is not sent yet. */
    remind: Generated<boolean>;
    registered_email: string | null;
    registered_hash: string | null;
    account_id: string | null;
    /** The identity data in it is encrypted. */
    form: NullableJson<StoredForm>;
    form_stage: FormStage | null;
    document_id: string | null;
    customer_created: NullableJson<CustomerCreated>;
    solvency: NullableJson<SolvencyAnswer>;
    terms: NullableJson<AcceptedTerms>;
    created_at: Created;
    updated_at: Created;
  };
  tokens: {
    hash: Buffer;
    /** Names the login to its owner; the hash is never shown. */
    id: Generated<string>;
    account_id: string;
    checkout_id: string | null;
    /** Such as `Firefox, Windows`. */
    device: string | null;
    created_at: Created;
    used_at: Created;
  };
  sms_codes: {
    handle: string;
    msisdn: string;
    salt: Buffer;
    code_hash: Buffer;
    expires_at: Moment;
    tries: Generated<number>;
    used_at: NullableMoment;
  };
  password_resets: { token_hash: Buffer; account_id: string; expires_at: Moment };
  passkeys: {
    id: Generated<string>;
    account_id: string;
    credential_id: string;
    public_key: Buffer;
    /** A bigint, which the driver reads as text. */
    sign_count: ColumnType<string, number, number>;
    transports: string[];
    device: string | null;
    created_at: Created;
    used_at: NullableMoment;
  };
  passkey_challenges: { challenge: string; account_id: string | null; expires_at: Moment };
  checkout_calls: {
    checkout_id: string;
    at: Date;
    call: EndpointName;
    failure: FailureName | null;
    detail: string | null;
    times: number;
  };
  limit_counters: { key: string; window_start: Moment; count: number };
  documents: {
    id: string;
    checkout_id: string;
    storage_key: string;
    key_id: string;
    bytes: number;
    /** Whether it belongs to an order. */
    ordered: Generated<boolean>;
    created_at: Created;
  };
  document_reads: {
    id: Generated<string>;
    document_id: string;
    order_number: string;
    reader: string;
    reason: string;
    read_at: Created;
  };
  photo_links: {
    checkout_id: string;
    secret_hash: Buffer;
    person_hash: Buffer;
    expires_at: Moment;
    used_at: NullableMoment;
  };
  document_claims: { document_hash: Buffer; account_id: string };
  stock_holds: { checkout_id: string; article: string; until: Moment };
  payments: {
    id: Generated<string>;
    checkout_id: string;
    provider: string;
    hosted_id: string | null;
    redirect_url: string | null;
    widget: NullableJson<NonNullable<PrepareAnswers["6"]["widget"]>>;
    return_mac: string | null;
    state: PaymentState;
    amount: number;
    fingerprint: string;
    shown: Json<ShownQuote>;
    /** Once it is paid: the provider's own id of the payment, how it was paid, and when Kasse learned of it. */
    provider_payment_id: string | null;
    method: string | null;
    paid_at: NullableMoment;
    expires_at: Moment;
    refund_requested_at: NullableMoment;
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
    record: Json<CheckoutRecord>;
    shown: Json<ShownQuote>;
    /** The identity data in it is encrypted. */
    customer: Json<StoredForm>;
    terms: NullableJson<AcceptedTerms>;
    document_id: string | null;
    /** Null without identity data. */
    document_hash: Buffer | null;
    locale: Locale;
    created_at: Created;
  };
  order_actions: { id: Generated<string>; order_id: string; action: string; actor: string; reason: string; at: Date };
  document_links: { id: Generated<string>; order_id: string; expires_at: Moment };
  order_reports: {
    event_id: string;
    order_id: string;
    progress: OrderProgress | null;
    at: Moment;
    received_at: Created;
  };
  order_links: { secret_hash: Buffer; order_id: string; expires_at: Moment };
  checkout_links: { secret_hash: Buffer; checkout_id: string; expires_at: Moment };
  handovers: {
    event_id: Generated<string>;
    order_id: string;
    sequence: Generated<string>;
    event: Json<object>;
    delivered_at: NullableMoment;
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
  address_streets: {
    id: Generated<number>;
    street: string;
    zipcode: string;
    city: string;
    houses: string[];
    search: string;
  };
  address_loads: { checksum: string; houses: number; loaded_at: Created };
  built_files: { name: string; plain: Buffer; brotli: Buffer | null; kept_at: Created };
  server_processes: { id: string; written_at: Created };
  /** `name`: `documents:<id of the key>` or `document-numbers`. */
  key_fingerprints: { name: string; fingerprint: string; first_used_at: Created };
  /** Which PostgreSQL the shop has started on, the last row being the present one. A bigint is read as text. */
  database_homes: {
    id: Generated<string>;
    home: string;
    started_at: Created;
    skipped_to: ColumnType<string | null, string | null, never>;
  };
  sms_events: { id: Generated<string>; state: ReceiptState | null; at: Created };
  sandbox_messages: {
    id: Generated<string>;
    message_key: string | null;
    channel: "sms" | "mail";
    recipient: string;
    subject: string;
    text: string;
    attachments: Generated<string[]>;
    at: Created;
  };
  sandbox_orders: { event_id: string; event: Json<object>; at: Created };
  sandbox_esims: { call_id: string; iccid: string; confirmed_at: NullableMoment };
  sandbox_payments: {
    id: string;
    idempotency_key: string;
    reference: string;
    amount: number;
    return_url: string;
    locale: Locale;
    outcome: Generated<ProviderOutcome>;
    refunded_at: NullableMoment;
    expires_at: Moment;
    created_at: Created;
  };
  sandbox_payment_faults: { name: string; value: string };
};

export type StockMovement = Selectable<Tables["stock_movements"]>;
export type PaymentRow = Selectable<Tables["payments"]>;
export type AccountRow = Selectable<Tables["accounts"]>;
