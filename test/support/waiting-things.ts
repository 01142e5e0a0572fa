import type pg from "pg";

/**
 * Adds a number of waiting things of each kind, all at least a day old, using the newest existing orders, from
 * `fillWithOrders` or a benchmark.
 */
export async function addWaitingThings(pool: pg.Pool, count: number): Promise<void> {
  const newest = (from: number) =>
    `(select id, row_number() over () as n from (select id from orders where status = 'placed' order by created_at desc offset ${from} limit ${count}) o)`;
  await pool.query(`
    update orders o set status = 'onHold', created_at = now() - interval '1 day' - n * interval '1 minute' from ${newest(0)} w where w.id = o.id;
    update orders o set status = 'awaitingPayment', created_at = now() - interval '1 day', pay_until = now() - interval '3 days' + (n % 6) * interval '1 day'
      from ${newest(0)} w where w.id = o.id;
    insert into desk_refund_requests (order_id, sent, reason, asked_by, asked_at)
      select id, false, 'wrong tariff', 'anna@example.ch', now() - n * interval '1 minute' from ${newest(0)} w;
    insert into checkouts (id, record, shown, locale, created_at, updated_at)
      select 'waits' || n, c.record, c.shown, 'de', now() - interval '1 day', now() - interval '1 day'
      from generate_series(1, 2 * ${count}) n, (select record, shown from checkouts limit 1) c;
    insert into payments (checkout_id, provider, state, amount, fingerprint, shown, expires_at, created_at, updated_at, paid_at, refund_requested_at)
      select 'waits' || n, 'sandbox-hosted', case when n > ${count} then 'paid' else 'open' end, 2000, '', c.shown, now() - interval '1 day', now() - interval '1 day', now() - interval '1 day', now() - interval '1 day',
        case when n > ${count} then now() - interval '1 day' end
      from generate_series(1, 2 * ${count}) n, (select shown from checkouts limit 1) c;
    delete from esims where order_id in (select id from ${newest(0)} w);
    insert into esims (order_id, profile_type, state, alarm, problem)
      select id, 'T', 'failed', true, 'downloadOrder 8.2.5/3.7' from ${newest(0)} w;
    insert into stock_holds (checkout_id, article, until)
      select 'waits' || n, 'A' || n, now() + interval '10 minutes' from generate_series(1, ${count}) n`);
  await pool.query(
    `select graphile_worker.add_job('hand-over-order', json_build_object('orderId', id), max_attempts => 1, job_key => 'waits:' || id,
       run_at => now() + interval '1 day') from ${newest(0)} w`,
  );
  await pool.query(
    "update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no answer' where key like 'waits:%'",
  );
  await pool.query(
    "analyze orders, payments, esims, checkouts, desk_refund_requests, stock_holds, graphile_worker._private_jobs",
  );
}
