import type { Tables } from "./tables.ts";

/**
 * Every column of the tables that are read as a whole. A query lists its columns: the plan of a prepared `select *` breaks, in processes that
 * run, when a migration adds a column (ADR 32).
 */
const COLUMNS: {
  readonly [Table in "accounts" | "payments" | "orders" | "esims" | "sandbox_payments" | "stock_movements"]: Record<
    keyof Tables[Table],
    true
  >;
} = {
  accounts: { id: true, email: true, password_hash: true, customer_base_id: true, profile: true, created_at: true },
  payments: {
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
    checks: true,
    next_check_at: true,
    created_at: true,
    updated_at: true,
  },
  orders: {
    id: true,
    number: true,
    checkout_id: true,
    payment_id: true,
    account_id: true,
    status: true,
    bill_paid: true,
    progress: true,
    progress_at: true,
    pay_until: true,
    business: true,
    record: true,
    shown: true,
    customer: true,
    terms: true,
    document_id: true,
    document_hash: true,
    locale: true,
    created_at: true,
  },
  esims: {
    order_id: true,
    profile_type: true,
    state: true,
    sealed_matching_id: true,
    key_id: true,
    iccid: true,
    smdp_address: true,
    asking_since: true,
    tries: true,
    lost_answers: true,
    next_try_at: true,
    problem: true,
    alarm: true,
    confirm_asked: true,
    cancel_asked: true,
    round: true,
    progress: true,
    progress_at: true,
    created_at: true,
  },
  sandbox_payments: {
    id: true,
    idempotency_key: true,
    reference: true,
    amount: true,
    return_url: true,
    locale: true,
    outcome: true,
    refunded_at: true,
    expires_at: true,
    created_at: true,
  },
  stock_movements: {
    id: true,
    article: true,
    kind: true,
    pieces: true,
    order_number: true,
    event_id: true,
    actor: true,
    reason: true,
    at: true,
    recorded_at: true,
  },
};

type Listed = keyof typeof COLUMNS;

/** The columns of a table, with its name, such as `orders.id`. */
export function columnsOf<Table extends Listed>(table: Table): readonly `${Table}.${keyof Tables[Table] & string}`[] {
  const names = Object.keys(COLUMNS[table]) as (keyof Tables[Table] & string)[];
  return names.map((name) => `${table}.${name}` as const);
}
