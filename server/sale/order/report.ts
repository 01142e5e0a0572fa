import { readShown } from "#server/sale/checkout/stored.ts";
import { sql } from "kysely";
import type { OrderCustomer } from "#core/customer-form.ts";
import type { Rappen } from "#core/money.ts";
import type { OrderProgress, OrderState } from "#core/order-states.ts";
import type { TransferReport } from "#core/transfer-states.ts";
import type { Handle } from "#server/platform/database/database.ts";
import type { ShownQuote } from "#server/sale/checkout/tables.ts";
import { EVENTS, HANDOVER, HANDOVER_JOB, jobState, type Delivery } from "#server/reports/orders.ts";
import { transfersOf } from "./transfer.ts";
import { readableEmail } from "#server/platform/texts/readable-email.ts";

/** An order in a list, without personal data. Amounts are in Rappen. */
export type ListedOrder = {
  readonly number: string;
  readonly createdAt: Date;
  readonly status: OrderState;
  readonly product: string;
  readonly billing: Rappen;
  readonly oneTime: Rappen;
  readonly total: Rappen;
  readonly handover: Delivery;
};

/** How many reports about a transfer are shown. */
const MOST_REPORTS = 20;
/** How many orders are read at a time. */
const PAGE = 500;

/** Orders, newest first, page by page, at most `limit`. `since` is a day in Switzerland, `YYYY-MM-DD`. */
export async function* listOrders(
  db: Handle,
  {
    since,
    status,
    limit,
  }: { readonly since?: string | undefined; readonly status?: OrderState | undefined; readonly limit: number },
): AsyncGenerator<readonly ListedOrder[]> {
  // As text, because a Date of JavaScript has no microseconds.
  let last = { at: "infinity", number: "" };
  for (let left = limit; left > 0;) {
    const { rows } = await sql<ListedOrder & { at: string }>`
      with page as materialized (
        select id, number, created_at, status, shown from orders
        where created_at <= ${last.at}::timestamptz and (created_at, number) < (${last.at}::timestamptz, ${last.number})
          and (${since ?? null}::date is null or created_at >= (${since ?? null}::date)::timestamp at time zone 'Europe/Zurich')
          and (${status ?? null}::text is null or status = ${status ?? null})
        order by created_at desc, number desc limit ${Math.min(PAGE, left)})
      select o.number, o.created_at as "createdAt", o.created_at::text as at, o.status, o.shown->'quote'->'lines'->0->>'code' as product,
        (o.shown->'quote'->>'billing')::int as billing, (o.shown->'quote'->>'oneTime')::int as "oneTime",
        (o.shown->'quote'->>'total')::int as total, ${HANDOVER} as handover
      from page o ${EVENTS} ${HANDOVER_JOB}
      order by o.created_at desc, o.number desc`.execute(db);
    const found = rows.at(-1);
    if (!found) return;
    last = found;
    left -= rows.length;
    yield rows.map(({ at: _cursor, ...order }) => order);
    if (rows.length < PAGE) return;
  }
}

export type OrderReport = {
  readonly number: string;
  readonly checkoutId: string;
  readonly createdAt: Date;
  readonly status: OrderState;
  readonly progress: OrderProgress | null;
  readonly payUntil: Date | null;
  readonly locale: string;
  readonly email: string;
  readonly shown: ShownQuote;
  readonly customer: OrderCustomer;
  readonly documentKept: boolean;
  /** The e-ID that the customer has identified with. */
  readonly eid: { readonly verification: string; readonly at: string } | null;
  /** The reports about the transfer of its number, newest first. */
  readonly transfers: readonly (TransferReport & { readonly at: Date })[];
  readonly payment: ReportedPayment | null;
  /** Payments of the same checkout that did not pay this order, oldest first: cancelled, declined, voided or refunded. */
  readonly otherPayments: readonly ReportedPayment[];
  readonly handover: {
    readonly state: Delivery;
    readonly eventId: string | null;
    readonly deliveredAt: Date | null;
  } & Tries;
  readonly mail: { readonly state: Delivery } & Tries;
};
type ReportedPayment = { readonly state: string; readonly amount: Rappen; readonly hostedId: string | null };
/** The number of tries of a job and its last error; 0 and null if the job is done. */
type Tries = { readonly tries: number; readonly lastError: string | null };

/** Everything about an order for the operator; null if there is no order with that number. */
export async function reportOrder(db: Handle, number: string): Promise<OrderReport | null> {
  const { rows } = await sql<Row>`
    select o.id, o.number, o.checkout_id, o.created_at, o.status, o.progress, o.pay_until, o.locale, a.email, o.shown, o.customer, o.document_id,
      o.terms->'eid' as eid, ${OTHER_PAYMENTS} as other_payments, p.state as payment_state, p.amount as payment_amount, p.hosted_id, h.event_id, h.delivered_at,
      ${HANDOVER} as handover, j.attempts as handover_tries, j.last_error as handover_error,
      ${jobState(sql`m`, sql`true`)} as mail, m.attempts as mail_tries, m.last_error as mail_error
    from orders o join accounts a on a.id = o.account_id left join payments p on p.id = o.payment_id
    ${EVENTS} ${HANDOVER_JOB}
    left join graphile_worker.jobs m on m.key = 'mail-order:' || o.id
    where o.number = ${number}`.execute(db);
  const row = rows[0];
  if (!row) return null;
  return {
    number: row.number,
    checkoutId: row.checkout_id,
    createdAt: row.created_at,
    status: row.status,
    progress: row.progress,
    payUntil: row.pay_until,
    locale: row.locale,
    email: readableEmail(row.email),
    shown: readShown(row.shown),
    customer: row.customer,
    documentKept: row.document_id !== null,
    eid: row.eid,
    transfers: (await transfersOf(db, row.id, MOST_REPORTS)).map(({ eventId: _id, ...report }) => report),
    payment:
      row.payment_state === null
        ? null
        : { state: row.payment_state, amount: row.payment_amount ?? 0, hostedId: row.hosted_id },
    otherPayments: row.other_payments,
    handover: {
      state: row.handover,
      eventId: row.event_id,
      deliveredAt: row.delivered_at,
      tries: row.handover_tries ?? 0,
      lastError: row.handover_error,
    },
    mail: { state: row.mail, tries: row.mail_tries ?? 0, lastError: row.mail_error },
  };
}

type Row = Pick<OrderReport, "eid" | "number" | "status" | "progress" | "locale" | "email" | "customer"> & {
  shown: unknown;
  id: string;
  checkout_id: string;
  created_at: Date;
  pay_until: Date | null;
  document_id: string | null;
  other_payments: ReportedPayment[];
  payment_state: string | null;
  payment_amount: Rappen | null;
  hosted_id: string | null;
  event_id: string | null;
  delivered_at: Date | null;
  handover: Delivery;
  handover_tries: number | null;
  handover_error: string | null;
  mail: Delivery;
  mail_tries: number | null;
  mail_error: string | null;
};

const OTHER_PAYMENTS = sql`(
  select coalesce(json_agg(json_build_object('state', q.state, 'amount', q.amount, 'hostedId', q.hosted_id) order by q.created_at), '[]')
  from payments q where q.checkout_id = o.checkout_id and q.id is distinct from o.payment_id)`;
