import { sql, type RawBuilder } from "kysely";
import type { Span } from "#core/desk/board.ts";
import type { Figure } from "#core/desk/figures.ts";
import type { QuoteFacts } from "#core/desk/product.ts";
import type { Rappen } from "#core/money/money.ts";
import { REFUSED_MESSAGE } from "#core/order/refused-message.ts";
import type { OrderState } from "#core/order/order-states.ts";
import type { ReadHandle } from "#server/platform/database/database.ts";
import { PRODUCT_COLUMNS, quoteIn, withProduct } from "./product.ts";

type Column = RawBuilder<unknown>;

/** SQL that joins the order `o` to which a column refers. */
export const joinOrder = (by: "id" | "number" | "checkout_id" | "payment_id" | "account_id", column: Column) =>
  sql`join orders o on ${sql.ref(`o.${by}`)} = ${column}`;

/** SQL condition: an order has this checkout, account, document or document hash. */
export const hasOrder = (
  by: "checkout_id" | "account_id" | "document_id" | "document_hash",
  column: Column,
  and: (createdAt: Column) => Column = () => sql`true`,
) => sql`exists (select 1 from orders o where ${sql.ref(`o.${by}`)} = ${column} and ${and(sql`o.created_at`)})`;

/** SQL for the checkouts of orders with this value in a column. */
export const checkoutsOfOrders = (by: "id" | "number", value: Column) =>
  sql`select checkout_id from orders where ${sql.ref(by)} = ${value}`;
/** SQL for the checkouts of orders placed since a given time. */
export const orderedSince = (since: Date) => sql`select checkout_id from orders where created_at > ${since}`;

/** `failed`: all attempts have failed. `none`: there is nothing to deliver. */
export type Delivery = "done" | "waiting" | "failed" | "none";

/**
 * SQL that joins `h` to an order `o`: the id of its first event, and the delivery time of the last one, which is null
 * until all are delivered.
 */
export const EVENTS = sql`left join lateral (
  select (array_agg(e.event_id order by e.sequence))[1] as event_id,
    case when bool_and(e.delivered_at is not null) then max(e.delivered_at) end as delivered_at
  from handovers e where e.order_id = o.id) h on true`;

/** SQL that joins `j`, the job that hands over an order `o`. */
export const HANDOVER_JOB = sql`left join graphile_worker.jobs j on j.key = 'hand-over:' || o.id`;

/** Returns SQL for a job's state. The queue deletes finished jobs and keeps failed ones. */
export function jobState(table: Column, done: Column) {
  return sql<Delivery>`case when ${table}.id is null and ${done} then 'done'
    when ${table}.attempts >= ${table}.max_attempts and ${table}.locked_at is null then 'failed' else 'waiting' end`;
}

/** SQL for the state of an order's hand-over, with `EVENTS` and `HANDOVER_JOB` joined. */
export const HANDOVER = sql<Delivery>`case when h.event_id is null then 'none' else ${jobState(sql`j`, sql`h.delivered_at is not null`)} end`;

/** SQL for whether every event of `o` was delivered; null if there are no events. */
export const ALL_DELIVERED = sql`(select bool_and(h.delivered_at is not null) from handovers h where h.order_id = o.id)`;
export const HAS_EVENTS = sql`exists (select from handovers h where h.order_id = o.id)`;
/** SQL for the ids of orders with an undelivered event, and of orders whose delivery was given up. */
export const UNDELIVERED = sql`select h.order_id from handovers h where h.delivered_at is null`;
export const GIVEN_UP = sql`select h.order_id from handovers h join graphile_worker.jobs j on j.key = 'hand-over:' || h.order_id
  where h.delivered_at is null and j.attempts >= j.max_attempts and j.locked_at is null`;

/** Returns the orders of an account, oldest first. */
export function ordersOfAccount(db: ReadHandle, accountId: string) {
  return db
    .selectFrom("orders")
    .select(["id", "number", "checkout_id as checkoutId", "created_at as createdAt"])
    .where("account_id", "=", accountId)
    .orderBy("created_at")
    .execute();
}

/** Returns the order numbers of those of these checkouts that have an order, by checkout id. */
export async function orderNumbersOf(
  db: ReadHandle,
  checkoutIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (checkoutIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("orders")
    .select(["checkout_id", "number"])
    .where("checkout_id", "in", checkoutIds)
    .execute();
  return new Map(rows.map((row) => [row.checkout_id, row.number]));
}

/** SQL for the orders in a state, as rows of the waiting list. */
export const waitingIn = (status: "onHold" | "awaitingPayment") =>
  sql`select number, null::text as id, created_at as since, shown->'quote'->'lines'->0->>'code' as about,
      ${status === "onHold" ? sql`null::timestamptz` : sql`pay_until`} as until
    from orders where status = ${sql.lit(status)}`;

/** Counts the orders placed since a given time by state. */
export async function countOrders(db: ReadHandle, since: Date): Promise<ReadonlyMap<OrderState, number>> {
  const { rows } = await sql<{ status: OrderState; count: number }>`
    select status, count(*)::int as count from orders where created_at > ${since} group by status`.execute(db);
  return new Map(rows.map(({ status, count }) => [status, count]));
}

/** Returns the number of undelivered events, and the time of the oldest one, which is null if there is none. */
export async function countUndelivered(
  db: ReadHandle,
): Promise<{ readonly count: number; readonly oldest: Date | null }> {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*)::int as count, min(created_at) as oldest from handovers where delivered_at is null`.execute(db);
  return rows[0] ?? { count: 0, oldest: null };
}

/**
 * Returns these quantiles of the seconds from order to delivery, for events since a given time; null without events.
 */
export async function deliveryLags(db: ReadHandle, since: Date, quantiles: readonly number[]) {
  const { rows } = await sql<{ lags: readonly number[] | null }>`
    select percentile_cont(${quantiles}::float8[]) within group (order by h.lag) as lags from (
      select greatest(0, extract(epoch from delivered_at - created_at))::float8 as lag
      from handovers where created_at > ${since} and delivered_at is not null) h`.execute(db);
  return rows[0]?.lags ?? null;
}

/**
 * SQL for a text that changes whenever the list of orders changes: the newest order, the last action, and the number of
 * undelivered events.
 */
export const LIST_VERSION = sql<string>`concat_ws('.', (select number from orders order by created_at desc limit 1),
  (select max(id) from order_actions), (select count(*) from handovers where delivered_at is null))`;

/** SQL for the time of the oldest order. */
export const OLDEST_ORDER = sql`(select min(created_at) from orders)`;

/** SQL for the orders `o` placed in a time span, with `q`, their quote. */
const madeIn = ({ from, until }: Span) => sql`(select id, status, shown from orders
    where created_at >= ${from} and created_at < ${until}) o ${quoteIn(sql`o.shown`)}`;

/** Reads the sales of a time span, including those cancelled since. */
export async function readSales(db: ReadHandle, span: Span): Promise<readonly Figure<"sales">[]> {
  const { rows } = await sql<QuoteFacts & Omit<Figure<"sales">, "family" | "product">>`
    select ${PRODUCT_COLUMNS}, case o.status when 'cancelled' then 'cancelled' else 'made' end as state, count(*)::int as orders,
      coalesce(sum((q.quote->>'billing')::bigint), 0)::float8 as monthly,
      coalesce(sum((q.quote->>'oneTime')::bigint), 0)::float8 as "oneTime",
      coalesce(sum((q.quote->>'total')::bigint), 0)::float8 as now
    from ${madeIn(span)} group by 1, 2, 3, 4, 5, 6`.execute(db);
  return rows.map((row) => withProduct(row));
}

/**
 * Reads how long the orders of a time span took from their first event to their first delivery. This is unknown if an
 * older version of Kasse, which did not store earlier deliveries, sent the order again.
 */
export async function readHandovers(db: ReadHandle, span: Span): Promise<readonly Figure<"handovers">[]> {
  const { rows } = await sql<QuoteFacts & Omit<Figure<"handovers">, "family">>`
    select ${PRODUCT_COLUMNS}, count(*)::int as orders,
      case when h.first is null then '' else greatest(0, round(extract(epoch from h.first - h.created_at) * 10))::text end as tenths
    from ${madeIn(span)}
    cross join lateral (
      select created_at, coalesce(earlier_deliveries[1], delivered_at) as first, earlier_deliveries <> '{}' as "wasResent"
      from handovers where order_id = o.id order by sequence limit 1) h
    where h."wasResent" or not exists (select from order_actions a where a.order_id = o.id and a.action = 'resent')
    group by 1, 2, 3, 4, 5, 7`.execute(db);
  return rows.map((row) => withProduct(row));
}

/** Counts the e-mails and text messages that were sent about the orders of a time span. */
export async function readMessages(db: ReadHandle, span: Span): Promise<readonly Figure<"messages">[]> {
  const { rows } = await sql<QuoteFacts & Omit<Figure<"messages">, "family">>`
    select ${PRODUCT_COLUMNS}, m.channel, m.about, count(*)::int as messages
    from ${madeIn(span)} join order_messages m on m.order_id = o.id
    where m.about not like ${`${REFUSED_MESSAGE}%`}
    group by 1, 2, 3, 4, 5, 6, 7`.execute(db);
  return rows.map((row) => withProduct(row));
}

/** An order in a list, without personal data. Amounts are in Rappen. */
export type ListedOrder = {
  readonly number: string;
  readonly createdAt: Date;
  readonly status: OrderState;
  readonly product: string;
  readonly monthly: Rappen;
  readonly firstBill: Rappen;
  readonly dueNow: Rappen;
  readonly handover: Delivery;
};

/** Number of orders read at a time. */
const PAGE = 500;

/** Yields orders, newest first, page by page, at most `limit`. `since` is a day in Switzerland, `YYYY-MM-DD`. */
export async function* listOrders(
  db: ReadHandle,
  {
    since,
    status,
    limit,
  }: { readonly since?: string | undefined; readonly status?: OrderState | undefined; readonly limit: number },
): AsyncGenerator<readonly ListedOrder[]> {
  // A text, because a JavaScript Date loses the microseconds.
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
        (o.shown->'quote'->>'billing')::int as monthly, (o.shown->'quote'->>'oneTime')::int as "firstBill",
        (o.shown->'quote'->>'total')::int as "dueNow", ${HANDOVER} as handover
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
