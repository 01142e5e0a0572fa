import type pg from "pg";

/**
 * Fills a shop's tables with a number of orders of the last year, each with its checkout, payment and delivered event,
 * like the rows of an old shop: wide, and nearly all completed.
 */
export async function fillWithOrders(pool: pg.Pool, count: number): Promise<void> {
  const wide = `jsonb_build_object('text', repeat(md5(n::text), 20))`;
  const totals = { billing: 3990, oneTime: 3990, total: 0 };
  const quote = JSON.stringify({ lines: [{ kind: "tariff", code: "SMART60", ...totals }], totals, postpaid: true });
  const shown = `jsonb_build_object('text', repeat(md5(n::text), 20), 'quote', '${quote}'::jsonb)`;
  const when = `now() - (interval '365 days') * n / ${count}`;
  const rows = `generate_series(1, ${count}) n`;
  await pool.query(`
    insert into accounts (id, email, profile) select md5('account')::uuid, 'many@example.ch', '{}';
    insert into checkouts (id, record, shown, locale, account_id, form_stage, created_at, updated_at)
      select 'many' || n, ${wide}, ${shown}, 'de', md5('account')::uuid, 'all', ${when}, ${when} from ${rows};
    insert into documents (id, checkout_id, storage_key, key_id, bytes, ordered)
      select md5('document' || n)::uuid, 'many' || n, 'file' || n, 'key', 200000, true from ${rows};
    insert into payments (id, checkout_id, provider, state, amount, fingerprint, shown, expires_at, created_at, updated_at)
      select md5('payment' || n)::uuid, 'many' || n, 'sandbox', 'ordered', 100, '', ${shown}, ${when}, ${when}, ${when} from ${rows};
    insert into orders (id, checkout_id, payment_id, account_id, status, bill_paid, record, shown, customer, locale, created_at)
      select md5('order' || n)::uuid, 'many' || n, md5('payment' || n)::uuid, md5('account')::uuid, 'placed', true,
        ${wide}, ${shown}, ${wide}, 'de', ${when} from ${rows};
    insert into handovers (order_id, event, created_at, delivered_at)
      select md5('order' || n)::uuid, ${wide}, ${when}, ${when} + interval '3 seconds' from ${rows};
    insert into esims (order_id, profile_type, state, created_at)
      select md5('order' || n)::uuid, 'T', 'cancelled', ${when} from ${rows};`);
  await pool.query("vacuum analyze checkouts, documents, payments, orders, handovers, esims");
}
