import { sql, type RawBuilder } from "kysely";
import type { Span } from "#core/desk/board.ts";
import type { Figure } from "#core/desk/figures.ts";
import type { QuoteFacts } from "#core/desk/product.ts";
import type { Rappen } from "#core/money/money.ts";
import type { PaymentState } from "#core/payment/payment-states.ts";
import type { ReadHandle } from "#server/platform/database/database.ts";
import { joinOrder } from "./orders.ts";
import { PRODUCT_COLUMNS, quoteIn, withProduct } from "./product.ts";

type Column = RawBuilder<unknown>;

/** SQL condition: the payment `p` is open, or paid with neither an order nor a refund. */
const UNSETTLED = sql`p.state in ('open', 'paid') and (p.state = 'open' or p.refund_requested_at is null)`;

/** SQL condition: a checkout has a payment. */
export const hasPayment = (checkout: Column) =>
  sql`exists (select 1 from payments p where p.checkout_id = ${checkout})`;
/**
 * SQL condition: a checkout has a payment that waits for its outcome, order or refund, or whose last change meets the
 * condition `or`.
 */
export const hasPaymentInUse = (checkout: Column, or: (updatedAt: Column) => Column = () => sql`false`) =>
  sql`exists (select 1 from payments p where p.checkout_id = ${checkout}
      and (p.state in ('open', 'paid') or ${or(sql`p.updated_at`)}))`;

/** SQL for the checkouts of payments with this value in a column. */
export const checkoutsOfPayments = (by: "id" | "hosted_id" | "provider_payment_id", value: Column) =>
  sql`select checkout_id from payments where ${sql.ref(by)} = ${value}`;
export const paymentBegunSince = (since: Date) => sql`select checkout_id from payments where created_at > ${since}`;

/** The progress of a refund. `none`: no refund was requested. */
export type RefundProgress = "none" | "waiting" | "givenUp" | "done";

/** SQL that joins `p`, the payment of an order `o`, and `r`, the job that refunds it. */
export const PAYMENT = sql`left join payments p on p.id = o.payment_id left join graphile_worker.jobs r on r.key = 'refund:' || p.id`;

/** SQL for the progress of the refund of `p`, with `PAYMENT` joined. */
export const REFUND = sql<RefundProgress>`case when p.state = 'refunded' then 'done' when p.refund_requested_at is null then 'none'
  when r.id is null or (r.attempts >= r.max_attempts and r.locked_at is null) then 'givenUp' else 'waiting' end`;

/** SQL for a text that changes whenever the states of an order's payments change. */
export const PAYMENTS_VERSION = sql`(select string_agg(concat(y.state, extract(epoch from y.refund_requested_at)), '-' order by y.created_at, y.id)
  from payments y where y.checkout_id = o.checkout_id)`;

/**
 * SQL for payments whose outcome is still unknown some minutes after they ended, as rows of the waiting list. A payment
 * stays open if its provider does not respond. It also stays open if its order cannot be written, because one
 * transaction does both.
 */
export const unsettledAfter = (now: Date, minutes: number) => sql`select number, id, since, about, until from (
      select null::text as number, p.id::text as id, case p.state when 'open' then p.expires_at else coalesce(p.paid_at, p.updated_at) end as since,
        p.id::text as about, null::timestamptz as until
      from payments p where p.state in ('open', 'paid') and p.refund_requested_at is null) p
    where since < ${now}::timestamptz - make_interval(mins => ${minutes})`;

/** SQL for refunds that were given up, as rows of the waiting list. */
export const FAILED_REFUNDS = sql`select o.number, p.id::text as id, p.refund_requested_at as since, coalesce(j.last_error, p.id::text) as about, null::timestamptz as until
    from payments p left ${joinOrder("payment_id", sql`p.id`)} left join graphile_worker.jobs j on j.key = 'refund:' || p.id
    where p.refund_requested_at is not null and p.state in ('paid', 'ordered')
      and (j.id is null or (j.attempts >= j.max_attempts and j.locked_at is null))`;

/** Counts the payments since a given time by state. */
export async function countPayments(db: ReadHandle, since: Date): Promise<ReadonlyMap<PaymentState, number>> {
  const { rows } = await sql<{ state: PaymentState; count: number }>`
    select state, count(*)::int as count from payments where created_at > ${since} group by state`.execute(db);
  return new Map(rows.map(({ state, count }) => [state, count]));
}

/** Counts the unsettled payments by state, with the time of the oldest. */
export async function countUnsettled(db: ReadHandle) {
  const { rows } = await sql<{ state: "open" | "paid"; count: number; oldest: Date }>`
    select p.state, count(*)::int as count, min(coalesce(p.paid_at, p.created_at)) as oldest
    from payments p where ${UNSETTLED} group by p.state`.execute(db);
  return rows;
}

/** A payment that matches a search text, with its order. */
export type FoundPayment = {
  readonly id: string;
  readonly createdAt: Date;
  readonly state: PaymentState;
  readonly amount: Rappen;
  readonly provider: string;
  readonly hostedId: string | null;
  readonly providerPaymentId: string | null;
  /** Whether a refund was requested and has not succeeded yet. */
  readonly isRefundWaiting: boolean;
  readonly order: string | null;
};

/** Returns the payments of checkouts, newest first. */
export async function findPayments(db: ReadHandle, checkoutIds: readonly string[]): Promise<readonly FoundPayment[]> {
  const { rows } = await sql<FoundPayment>`
    select p.id, p.created_at as "createdAt", p.state, p.amount, p.provider, p.hosted_id as "hostedId",
      p.provider_payment_id as "providerPaymentId",
      p.refund_requested_at is not null and p.state in ('paid', 'ordered') as "isRefundWaiting", o.number as "order"
    from payments p left ${joinOrder("payment_id", sql`p.id`)}
    where p.checkout_id = any (${checkoutIds}) order by p.created_at desc`.execute(db);
  return rows;
}

/** Returns the payments of a checkout, oldest first. */
export function paymentsOf(db: ReadHandle, checkoutId: string) {
  return db
    .selectFrom("payments")
    .select(["id", "state", "amount", "provider", "method", "hosted_id as hostedId"])
    .select(["provider_payment_id as providerPaymentId", "refund_requested_at as refundRequestedAt"])
    .select(["refunded_amount as refundedAmount"])
    .select(["created_at as createdAt", "paid_at as paidAt", "updated_at as updatedAt"])
    .where("checkout_id", "=", checkoutId)
    .orderBy("created_at")
    .execute();
}

/** Counts the payments started in a time span by state and method. */
export async function readPayments(db: ReadHandle, { from, until }: Span): Promise<readonly Figure<"payments">[]> {
  const { rows } = await sql<QuoteFacts & Omit<Figure<"payments">, "family">>`
    select ${PRODUCT_COLUMNS}, p.state, p.provider, coalesce(p.method, '') as method, count(*)::int as payments,
      sum(p.amount)::float8 as amount
    from payments p ${quoteIn(sql`p.shown`)}
    where p.created_at >= ${from} and p.created_at < ${until}
    group by 1, 2, 3, 4, 5, 6, 7, 8`.execute(db);
  return rows.map((row) => withProduct(row));
}

type Unsettled = {
  readonly order: string | null;
  readonly amount: Rappen;
  readonly provider: string;
  readonly method: string | null;
  readonly since: Date;
  readonly expiresAt: Date;
  readonly state: "open" | "paid";
};

/** Returns unsettled payments, oldest first, with their product. */
export async function unsettledPayments(db: ReadHandle, limit: number) {
  const { rows } = await sql<QuoteFacts & Unsettled>`
    select ${PRODUCT_COLUMNS}, o.number as "order", p.amount, p.provider, p.method, p.created_at as since,
      p.expires_at as "expiresAt", p.state
    from payments p left ${joinOrder("checkout_id", sql`p.checkout_id`)} ${quoteIn(sql`p.shown`)}
    where ${UNSETTLED}
    order by p.created_at limit ${limit}`.execute(db);
  return rows.map((row) => withProduct(row));
}

/** A payment of the checkout other than the one that paid for the order. */
export type ReportedPayment = { readonly state: string; readonly amount: Rappen; readonly hostedId: string | null };

/** SQL for the other payments of an order's checkout, oldest first. */
export const OTHER_PAYMENTS = sql`(
  select coalesce(json_agg(json_build_object('state', q.state, 'amount', q.amount, 'hostedId', q.hosted_id) order by q.created_at), '[]')
  from payments q where q.checkout_id = o.checkout_id and q.id is distinct from o.payment_id)`;

/** A refund that has not succeeded yet. */
export type WaitingRefund = {
  /** The payment's id, which the provider stores as its reference. */
  readonly id: string;
  readonly amount: Rappen;
  readonly requestedAt: Date;
  /** The number of the payment's order; null if it never became one. */
  readonly order: string | null;
  readonly provider: string;
  /** The provider's id of the payment. */
  readonly hostedId: string | null;
  /** `givenUp`: every attempt has failed. */
  readonly state: "waiting" | "givenUp";
  readonly tries: number;
  readonly lastError: string | null;
};

/** Returns all refunds that have not succeeded yet, oldest first. */
export async function waitingRefunds(db: ReadHandle): Promise<readonly WaitingRefund[]> {
  const { rows } = await sql<WaitingRefund>`
    select p.id, p.amount, p.refund_requested_at as "requestedAt", o.number as "order", p.provider, p.hosted_id as "hostedId",
      case when j.id is null or (j.attempts >= j.max_attempts and j.locked_at is null) then 'givenUp' else 'waiting' end as state,
      coalesce(j.attempts, 0) as tries, j.last_error as "lastError"
    from payments p left ${joinOrder("payment_id", sql`p.id`)}
    left join graphile_worker.jobs j on j.key = 'refund:' || p.id
    where p.refund_requested_at is not null and p.state in ('paid', 'ordered')
    order by p.refund_requested_at`.execute(db);
  return rows;
}
