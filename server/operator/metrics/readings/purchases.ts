import { sql } from "kysely";
import { ORDER_STATES } from "#core/order-states.ts";
import { countFreeNumbers } from "#server/shop/numbers/pool.ts";
import { dayBefore, each, reading, secondsSince } from "../reading.ts";

type Funnel = Readonly<Record<(typeof STEPS_DONE)[number], number>>;
const STEPS_DONE = ["begun", "account", "person", "address", "identity", "payment", "order"] as const;

/**
 * How far the checkouts of a day have come, as their rows say. A checkout is never older than its last change, and its payments and order
 * are never older than itself, so each table is asked for the same day alone, which an index on the time finds. The lists are hashed:
 * joined, they would be read once for each checkout, because both times of a checkout are nearly the same and the planner expects one row.
 */
export const funnel = reading("funnel", ["kasse_funnel_checkouts"], async ({ db, now }) => {
  const since = dayBefore(now);
  const { rows } = await sql<Funnel>`
    select count(*)::int as begun,
      (count(*) filter (where c.account_id is not null or c.registered_email is not null))::int as account,
      (count(*) filter (where c.form_stage is not null))::int as person,
      (count(*) filter (where c.form_stage in ('address', 'all')))::int as address,
      (count(*) filter (where c.customer_created is not null))::int as identity,
      (count(*) filter (where c.id in (select checkout_id from payments where created_at > ${since})))::int as payment,
      (count(*) filter (where c.id in (select checkout_id from orders where created_at > ${since})))::int as "order"
    from checkouts c
    where c.updated_at > ${since} and c.created_at > ${since}`.execute(db);
  return { kasse_funnel_checkouts: each("step", STEPS_DONE, (step) => rows[0]?.[step]) };
});

export const recentOrders = reading("recent orders", ["kasse_orders_recent"], async ({ db, now }) => {
  const counted = await db
    .selectFrom("orders")
    .select(["status", (eb) => eb.fn.countAll<string>().as("count")])
    .where("created_at", ">", dayBefore(now))
    .groupBy("status")
    .execute();
  const counts = new Map(counted.map(({ status, count }) => [status, Number(count)]));
  return { kasse_orders_recent: each("status", ORDER_STATES, (status) => counts.get(status)) };
});

const WAITING = ["onHold", "awaitingPayment"] as const;

export const waitingOrders = reading(
  "waiting orders",
  ["kasse_orders_waiting", "kasse_orders_waiting_oldest_seconds"],
  async ({ db, now }) => {
    // Two queries, because each state has an index of its own.
    const { rows } = await sql<{ status: (typeof WAITING)[number]; count: number; oldest: Date | null }>`
      select 'onHold' as status, count(*)::int as count, min(created_at) as oldest from orders where status = 'onHold'
      union all select 'awaitingPayment', count(*)::int, min(created_at) from orders where status = 'awaitingPayment'`.execute(
      db,
    );
    const of = (status: string) => rows.find((row) => row.status === status);
    return {
      kasse_orders_waiting: each("status", WAITING, (status) => of(status)?.count),
      kasse_orders_waiting_oldest_seconds: each("status", WAITING, (status) => secondsSince(of(status)?.oldest, now)),
    };
  },
);

export const stock = reading("stock", ["kasse_stock", "kasse_stock_held"], async ({ db, now }) => {
  const { rows } = await sql<{ article: string; onHand: number; held: number }>`
    select s.article, s.on_hand as "onHand", coalesce(h.held, 0)::int as held from stock s
    left join (select article, count(*) as held from stock_holds where until > ${now} group by article) h
      on h.article = s.article`.execute(db);
  return {
    kasse_stock: rows.map(({ article, onHand }) => ({ labels: { article }, value: onHand })),
    kasse_stock_held: rows.map(({ article, held }) => ({ labels: { article }, value: held })),
  };
});

export const numbers = reading("numbers", ["kasse_numbers"], async ({ db, now }) => {
  const free = await countFreeNumbers(db, now);
  if (!free) return { kasse_numbers: [] };
  return { kasse_numbers: each("state", ["offered", "held", "resting"], (state) => free[state]) };
});
