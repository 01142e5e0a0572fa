import { readShown } from "#server/sale/checkout/stored.ts";
import { expect } from "vitest";
import { priceRecord, sameQuote } from "#core/price/pricing.ts";
import { readRecord, type CheckoutRecord } from "#core/checkout-record/record.ts";
import { eventually, type Shop } from "../support/shop.ts";

/** Invariants of the rows after any request: each query returns the rows that break it. */
const RULES: Readonly<Record<string, string>> = {
  "a form has its stage": "select id from checkouts where (form is null) <> (form_stage is null)",
  "a registration is an e-mail and a password":
    "select id from checkouts where (registered_email is null) <> (registered_hash is null)",
  "a created customer has a whole form and an account":
    "select id from checkouts where customer_created is not null and (form_stage is distinct from 'all' or account_id is null)",
  "an account can log in, and its profile is an object":
    "select id from accounts where (password_hash is null and customer_base_id is null) or jsonb_typeof(profile) <> 'object'",
  "a checkout's document is its own":
    "select c.id from checkouts c join documents d on d.id = c.document_id where d.checkout_id <> c.id",
  "an order has the products and the account of its checkout":
    "select o.id from orders o join checkouts c on c.id = o.checkout_id where c.customer_created is null or c.account_id is distinct from o.account_id or c.record is distinct from o.record",
  "an order has the customer of its checkout":
    "select o.id from orders o join checkouts c on c.id = o.checkout_id where (c.form - '{sealed,typeOfBill}'::text[]) is distinct from (o.customer - '{sealed,typeOfBill}'::text[])",
  // The record decides, because it includes the fee.
  "the bill comes by post to those who pay for it":
    "select id from orders where (customer->>'typeOfBill' = 'post') <> exists (select from jsonb_array_elements(shown->'quote'->'lines') line where line->>'code' = 'postBill')",
  "a mobile order has its document":
    "select id from orders where record->>'type' not like 'T_ %' and document_id is null",
  "an order that is placed has its event, one on hold none; one that its customer cancelled has both":
    "select o.id from orders o left join handovers h on h.order_id = o.id group by o.id, o.status having count(h.event_id) <> case o.status when 'placed' then 1 when 'cancelled' then 2 else 0 end",
  "a paid order has its payment, and that payment its order":
    "select o.id from orders o full join payments p on p.id = o.payment_id where (o.payment_id is not null and (not o.bill_paid or p.state <> case o.status when 'cancelled' then 'refunded' else 'ordered' end or p.amount <> (o.shown->'quote'->>'total')::int)) or (p.state = 'ordered' and o.id is null)",
  "what is due now was paid, but by business customers":
    "select o.id from orders o join accounts a on a.id = o.account_id where (o.shown->'quote'->>'total')::int > 0 and o.payment_id is null and a.profile->'contracts'->0->>'contractType' <> 'Business'",
  "a payment is for the lines that were shown":
    "select id from payments where amount <> (shown->'quote'->>'total')::int or fingerprint = ''",
  "a payment that has ended holds no stock":
    "select h.checkout_id from stock_holds h where not exists (select 1 from payments p where p.checkout_id = h.checkout_id and p.state = 'open')",
  "an order has the number that its customer chose, and a number its order":
    "select coalesce(o.number, n.msisdn) from orders o full join numbers n on n.order_number = o.number where (o.id is not null and o.status <> 'cancelled' and o.record->>'type' not like 'T_ %' and o.customer->>'mnp' = 'false' and coalesce(o.customer->>'newMsisdn', '') <> '' and n.msisdn is distinct from o.customer->>'newMsisdn') or (n.order_number is not null and (o.id is null or o.status = 'cancelled'))",
  "pieces sold are pieces ordered":
    "select s.article from stock s where -(select coalesce(sum(m.pieces), 0) from stock_movements m where m.article = s.article and m.kind in ('sold', 'returned')) <> (select count(*) from orders o where o.record->>'mobile' = s.article and o.status <> 'cancelled')",
  "what a platform prepared was taken over by a browser, into one checkout, and not cancelled before":
    "select a.id from agent_checkouts a left join checkouts c on c.id = a.checkout_id where (a.opened_by is null) <> (a.opened_at is null) or (a.checkout_id is not null and (a.opened_by is null or c.source is distinct from 'agent:' || substring(a.platform from '//([^/]+)'))) or a.canceled_at < a.opened_at",
  "stock is the sum of its ledger":
    "select s.article from stock s where s.on_hand <> (select coalesce(sum(m.pieces), 0) from stock_movements m where m.article = s.article)",
};

/** Checks every row that the requests might have left. */
export async function expectWholeRows(shop: Shop): Promise<void> {
  const { pool } = shop.database;
  const rows = async <Row extends object>(sql: string) => (await pool.query<Row>(sql)).rows;
  await eventually(
    "all jobs are done",
    async () => (await rows("select 1 from graphile_worker.jobs where run_at <= now()")).length === 0,
    60_000,
  );
  expect(
    await rows("select task_identifier, last_error from graphile_worker.jobs where last_error is not null"),
  ).toEqual([]);
  for (const [rule, sql] of Object.entries(RULES)) expect(await rows(sql), rule).toEqual([]);

  const { catalogue } = await shop.kasse.services.catalogues.current();
  const checkouts = await rows<{ id: string; record: CheckoutRecord; shown: unknown }>(
    "select id, record, shown from checkouts",
  );
  expect(checkouts.length).toBeGreaterThan(20);
  const otherwise = checkouts.filter(({ record, shown }) => {
    const read = readRecord(record, catalogue);
    return !read.ok || !sameQuote(priceRecord(read.checked, catalogue), readShown(shown).quote);
  });
  expect(otherwise, "stored lines are what pricing gives").toEqual([]);

  const kept = (await rows<{ storage_key: string }>("select storage_key from documents")).map((row) => row.storage_key);
  const files: string[] = [];
  for await (const { key } of shop.kasse.services.documents.list()) files.push(key);
  expect(files.toSorted(), "a file for each document").toEqual(kept.toSorted());
}
