import type pg from "pg";

/** Number of abandoned checkouts per order. They are stored for a month. */
const ABANDONED = 3;

const FIRST = [
  "Nora",
  "Mia",
  "Luca",
  "Anna",
  "Reto",
  "Claire",
  "Beat",
  "Sofia",
  "Jan",
  "Milan",
  "Eva",
  "Marc",
  "Maria",
  "Marco",
];
const LAST = ["Müller", "Meier", "Schmid", "Keller", "Weber", "Huber", "Bernasconi", "Favre", "Rossi", "Jovanović"];

/**
 * Spreads copies of the newest order over the last year. The copies lack the identity document's data, which is bound
 * to its checkout. A tenth of the orders have one of ten frequent last names; all others have rare ones.
 */
async function addOrders(pool: pg.Pool, orders: number): Promise<void> {
  const when = `now() - interval '365 days' * n / ${orders}`;
  const name = `jsonb_build_object('first_name', ($2::text[])[1 + n % ${FIRST.length}], 'last_name',
    case when n % 10 = 0 then ($3::text[])[1 + (n / 10) % ${LAST.length}] else initcap(translate(md5(n::text), '0123456789', 'ghijklmnop')) end,
    'mobilePhone', '+4178' || lpad((n::bigint * 7919 % 10000000)::text, 7, '0'))`;
  const { rows } = await pool.query<{ id: string }>("select id from orders order by created_at desc limit 1");
  const values = [rows[0]?.id, FIRST, LAST];
  const series = `generate_series(1, ${orders}) n`;
  await pool.query(
    `insert into accounts (id, email, profile) select md5('a' || n)::uuid, 'kunde' || n || '@example.ch', '{}' from ${series}`,
  );
  await pool.query(
    `insert into checkouts (id, record, shown, locale, account_id, created_at, updated_at)
     select 'many' || n, c.record, c.shown, c.locale, md5('a' || n)::uuid, ${when}, ${when}
     from ${series}, checkouts c where c.id = (select checkout_id from orders where id = $1)`,
    values.slice(0, 1),
  );
  await pool.query(
    `insert into orders (id, checkout_id, account_id, status, bill_paid, business, record, shown, customer, locale, created_at)
     select md5('o' || n)::uuid, 'many' || n, md5('a' || n)::uuid, case when n % 50 = 0 then 'cancelled' when n % 1000 = 1 then 'onHold' else 'placed' end,
       true, false, o.record, o.shown, (o.customer - 'sealed') || ${name}, 'de', ${when}
     from ${series}, orders o where o.id = $1`,
    values,
  );
  await pool.query(
    `insert into handovers (order_id, event, created_at, delivered_at) select md5('o' || n)::uuid, '{}', ${when}, ${when} from ${series}`,
  );
}

/**
 * Adds the shoppers' actions of the last month, both in checkouts that became orders and in checkouts abandoned at any
 * step. Also adds payments for a third of the orders.
 */
async function addCheckouts(pool: pg.Pool, orders: number): Promise<void> {
  const left = Math.round((orders * ABANDONED * 30) / 365);
  const when = `now() - interval '30 days' * n / ${left}`;
  await pool.query(
    `insert into checkouts (id, record, shown, locale, registered_email, form_stage, created_at, updated_at)
     select 'left' || n, c.record, c.shown, (array['de', 'fr', 'it', 'en', 'sr'])[1 + n % 5], case when n % 6 > 1 then 'left@example.ch' end,
       case when n % 6 = 3 then 'person' when n % 6 > 3 then 'address' end, ${when}, ${when} + interval '10 minutes'
     from generate_series(1, ${left}) n, (select record, shown from checkouts where id like 'many%' limit 1) c`,
  );
  await pool.query(
    `insert into checkout_calls (checkout_id, at, call, failure, detail, times)
     select c.id, c.created_at + s * interval '1 minute', case when s % 4 = 3 then 'validateCustomer' else 'prepare' end,
       case when s % 4 = 3 then 'invalidFields' end,
       case when s % 4 = 3 then (array['first_name, mobilePhone', 'email', 'day, month, year'])[1 + s % 3] else (array['1', '2', '4', '4a', '5', '6'])[1 + s / 2] end, 1
     from checkouts c, generate_series(1, 9) s where c.updated_at > now() - interval '30 days' order by 2`,
  );
  await pool.query(
    `insert into payments (checkout_id, provider, state, amount, fingerprint, shown, expires_at, created_at, updated_at, method, paid_at)
     select c.id, 'sandbox-hosted', (array['ordered', 'ordered', 'declined', 'expired'])[1 + n % 4], 2000, '', c.shown, c.created_at, c.created_at, c.created_at,
       (array['TWINT', 'VISA', 'Mastercard'])[1 + n % 3], c.created_at
     from (select id, shown, created_at, row_number() over (order by created_at) as n from checkouts where id like 'many%') c where n % 3 = 0 order by c.created_at`,
  );
  await pool.query(
    "insert into order_messages (order_id, channel, about, at) select id, 'mail', 'placed', created_at from orders",
  );
}

/** Fills a shop with the orders of a year, their checkouts and their payments. */
export async function fillShop(pool: pg.Pool, orders: number): Promise<void> {
  await addOrders(pool, orders);
  await addCheckouts(pool, orders);
  await pool.query("vacuum analyze");
}
