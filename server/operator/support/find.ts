import { sql, type RawBuilder } from "kysely";
import { normalisePhone } from "#core/phone.ts";
import type { OrderState } from "#core/order-states.ts";
import type { PaymentState } from "#core/payment-states.ts";
import type { Rappen } from "#core/money.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { normaliseEmail } from "#server/sale/identity/accounts.ts";
import { orderNumber, valueOf } from "#server/sale/order/order-numbers.ts";
import { readableEmail } from "#server/platform/texts/readable-email.ts";

/** What a text led to. A checkout is named by the beginning of its id: the whole id is a key. */
export type Found = {
  readonly orders: readonly {
    readonly number: string;
    readonly createdAt: Date;
    readonly status: OrderState;
    readonly product: string;
    readonly email: string;
    /** Whether every event was delivered; null without events. */
    readonly handedOver: boolean | null;
  }[];
  readonly checkouts: readonly {
    readonly id: string;
    readonly changedAt: Date;
    readonly product: string;
    readonly email: string | null;
    /** How far it came. */
    readonly stage: "started" | "registered" | "form" | "complete";
  }[];
  readonly payments: readonly {
    readonly id: string;
    readonly createdAt: Date;
    readonly state: PaymentState;
    readonly amount: Rappen;
    readonly provider: string;
    readonly hostedId: string | null;
    readonly providerPaymentId: string | null;
    /** Its money is asked back and has not gone yet. */
    readonly isRefundWaiting: boolean;
    readonly order: string | null;
  }[];
};

/** So many checkouts at most are looked at: a search is about one person or one purchase. */
export const MOST_FOUND = 100;

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The ids of the checkouts that a text names: by e-mail, phone number, order, payment or checkout. Every part of it uses an index. */
export function checkoutsNamed(text: string): RawBuilder<{ id: string }> {
  const typed = text.trim();
  const number = valueOf(typed);
  const phone = normalisePhone(typed);
  const parts = [
    sql`select id from checkouts where id = ${typed}`,
    sql`select checkout_id from payments where hosted_id = ${typed}`,
    sql`select checkout_id from payments where provider_payment_id = ${typed}`,
    ...(number === null ? [] : [sql`select checkout_id from orders where number = ${orderNumber(number)}`]),
    ...(UUID.test(typed)
      ? [
          sql`select checkout_id from payments where id = ${typed}::uuid`,
          sql`select checkout_id from orders where id = ${typed}::uuid`,
        ]
      : []),
    ...(typed.includes("@") ? byEmail(normaliseEmail(typed)) : []),
    ...(/^\d{9,15}$/.test(phone) && /^[+\d()/.\s-]+$/.test(typed.replace(/^tel:/i, ""))
      ? [
          ...byPhone(phone.slice(-9)),
          sql`select o.checkout_id from numbers n join orders o on o.number = n.order_number
            where n.msisdn = ${`41${phone.slice(-9)}`}`,
        ]
      : []),
  ];
  return sql<{ id: string }>`select id from (${sql.join(parts, sql` union `)}) named (id) limit ${MOST_FOUND}`;
}

function byEmail(email: string) {
  return [
    sql`select id from checkouts where registered_email = ${email}`,
    sql`select c.id from accounts a join checkouts c on c.account_id = a.id where a.email = ${email}`,
    sql`select o.checkout_id from accounts a join orders o on o.account_id = a.id where a.email = ${email}`,
  ];
}

/** An order keeps its checkout, whose form has the numbers. */
function byPhone(lastDigits: string) {
  return (["mobilePhone", "mnpMsisdn"] as const).map(
    (field) =>
      sql`select id from checkouts where form is not null
        and right(regexp_replace(form->>${sql.lit(field)}, '\\D', '', 'g'), 9) = ${lastDigits}`,
  );
}

/** Orders, open checkouts and payments that a text leads to, newest first. */
export async function findAnything(db: Handle, text: string): Promise<Found> {
  const ids = (await checkoutsNamed(text).execute(db)).rows.map(({ id }) => id);
  const orders = await sql<Found["orders"][number]>`
    select o.number, o.created_at as "createdAt", o.status, o.shown->'quote'->'lines'->0->>'code' as product, a.email,
      (select bool_and(h.delivered_at is not null) from handovers h where h.order_id = o.id) as "handedOver"
    from orders o join accounts a on a.id = o.account_id
    where o.checkout_id = any (${ids}) order by o.created_at desc`.execute(db);
  const checkouts = await sql<Found["checkouts"][number]>`
    select left(c.id, 8) as id, c.updated_at as "changedAt", c.shown->'quote'->'lines'->0->>'code' as product,
      coalesce(a.email, c.registered_email) as email,
      case when c.customer_created is not null then 'complete' when c.form is not null then 'form'
        when a.email is not null or c.registered_email is not null then 'registered' else 'started' end as stage
    from checkouts c left join accounts a on a.id = c.account_id
    where c.id = any (${ids}) and not exists (select from orders o where o.checkout_id = c.id)
    order by c.updated_at desc`.execute(db);
  const payments = await sql<Found["payments"][number]>`
    select p.id, p.created_at as "createdAt", p.state, p.amount, p.provider, p.hosted_id as "hostedId",
      p.provider_payment_id as "providerPaymentId",
      p.refund_requested_at is not null and p.state in ('paid', 'ordered') as "isRefundWaiting", o.number as "order"
    from payments p left join orders o on o.payment_id = p.id
    where p.checkout_id = any (${ids}) order by p.created_at desc`.execute(db);
  return {
    orders: orders.rows.map((row) => ({ ...row, email: readableEmail(row.email) })),
    checkouts: checkouts.rows.map((row) => ({ ...row, email: row.email && readableEmail(row.email) })),
    payments: payments.rows,
  };
}
