import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { atDesk, startShopWithDesk } from "../support/desk.ts";
import type { DeskBrowser } from "../support/desk-browser.ts";
import { salesIn } from "../support/desk-sales.ts";
import { picture } from "../support/people.ts";
import { eventually, type Shop } from "../support/shop.ts";

let shop: Shop;
let support: DeskBrowser;
let sales: ReturnType<typeof salesIn>;
beforeAll(async () => {
  shop = await startShopWithDesk({ jobs: true });
  sales = salesIn(shop, await picture());
  support = await atDesk(shop, "sandra@example.ch", "support");
});
afterAll(() => shop.stop());

const found = async (text: string) =>
  (await support.call("orders", { query: { text } })).body.orders.map(({ number }) => number);
const auditLines = async () => {
  const { rows } = await shop.database.pool.query<{ count: number }>(
    "select count(*)::int as count from audit_log where actor = 'sandra@example.ch' and action <> 'outcome'",
  );
  return rows[0]?.count ?? 0;
};
const findable = (number: string) =>
  eventually(`${number} is findable`, async () => (await found(number)).includes(number));

test("finds an order by number, name, e-mail and phone during typing, and by the payment's id", async () => {
  const { number } = await sales.order("zoe.gruenig@example.ch", {
    first_name: "Zoë",
    last_name: "Grünig-Müller",
    mobilePhone: "0785551234",
  });
  await findable(number);
  for (const text of [
    number.toLowerCase(),
    number.slice(1),
    "grunig",
    "Gruenig",
    "zo mül",
    "MUELLER zoë",
    "zoe.gr",
    "078 555 12",
    "+41 78 555 12 34",
    "0041785551234",
  ])
    expect([text, await found(text)]).toEqual([text, [number]]);
  for (const text of ["grünig anna", "0785559999", "x", "zoe.grz@", "') | ('a", "a:* & b"])
    expect(await found(text)).not.toContain(number);
  const sold = await sales.paid("payer@example.ch", "PREPAID20");
  const { rows } = await shop.database.pool.query<{ id: string; hosted_id: string }>(
    "select p.id, p.hosted_id from payments p join orders o on o.payment_id = p.id where o.number = $1",
    [sold],
  );
  expect([await found(rows[0]?.id ?? ""), await found(rows[0]?.hosted_id ?? "")]).toEqual([[sold], [sold]]);
});

test("finds an order by its customer's new e-mail", async () => {
  const { number } = await sales.order("before@example.ch");
  await findable(number);
  await shop.database.pool.query(
    "update accounts set email = 'afterwards@example.ch' where email = 'before@example.ch'",
  );
  await eventually("the new e-mail", async () => (await found("afterwa")).includes(number));
  expect(await found("before@")).toEqual([]);
});

test("is filtered and counted by state", async () => {
  const { number } = await sales.held("filter@example.ch");
  const { body } = await support.call("orders", { query: { filter: "onHold", period: "day" } });
  expect(body.orders[0]).toMatchObject({
    number,
    state: "onHold",
    product: "SMART 30",
    monthly: 24.9,
    name: "Nora Insolvenz",
  });
  const counts = (await support.call("orderCounts", { query: { period: "day" } })).body;
  expect([counts.onHold.count, counts.onHold.more]).toEqual([body.orders.length, false]);
});

test("an open list receives states and the number of newer orders, without an audit entry", async () => {
  const held = await sales.held("open-list@example.ch");
  const first = await sales.order("open-list2@example.ch");
  const linesBefore = await auditLines();
  const ask = async (query: object) => (await support.call("orderStates", { query })).body;
  const numbers = [first.number, held.number].join(",");
  expect(await ask({ numbers })).toMatchObject({ states: { [held.number]: "onHold" }, newer: 0 });
  await sales.order("open-list3@example.ch");
  const another = await sales.held("open-list4@example.ch");
  expect((await ask({ numbers })).newer).toBe(2);
  expect((await ask({ numbers, filter: "onHold" })).newer).toBe(1);
  expect((await ask({ numbers: another.number })).newer).toBe(0);
  expect((await ask({ filter: "cancelled", period: "day" })).newer).toBe(0);
  expect((await support.act(held.number, { act: "release", reason: "Lohnausweis gesehen" })).status).toBe(200);
  expect(["new", "handedOver"]).toContain((await ask({ numbers })).states[held.number]);
  expect((await ask({ numbers: "K1,K2" })).states).toEqual({});
  for (const wrong of ["K1;drop", "K1,", Array.from({ length: 501 }, (_, n) => `K${n}`).join(",")])
    expect((await support.call("orderStates", { query: { numbers: wrong } })).status).toBe(400);
  expect(await auditLines()).toBe(linesBefore + 2);
});

describe("with more orders than a search reads at first", () => {
  /** Old orders, many of the same time. */
  const COPIES = 3100;
  let oldest: string;
  beforeAll(async () => {
    const { pool } = shop.database;
    ({ number: oldest } = await sales.order("longago@example.ch", { last_name: "Seltenheit" }));
    await findable(oldest);
    const one = "(select * from orders where number = $1) o";
    await pool.query(
      `insert into checkouts (id, record, shown, locale) select 'copy' || n, c.record, c.shown, c.locale
       from generate_series(1, ${COPIES}) n, checkouts c, ${one} where c.id = o.checkout_id`,
      [oldest],
    );
    await pool.query(
      `insert into orders (number, checkout_id, account_id, status, bill_paid, business, record, shown, customer, locale, created_at)
       select 'K9' || lpad(n::text, 5, '0'), 'copy' || n, o.account_id, 'cancelled', false, false, o.record, o.shown, o.customer, 'de',
         '2020-01-01'::timestamptz + (n % 7) * interval '1 second'
       from generate_series(1, ${COPIES}) n, ${one}`,
      [oldest],
    );
    // "halb": every hundredth, and the oldest hundred.
    await pool.query(
      `insert into desk_orders (order_id, number, created_at, terms)
       select id, number, created_at, (case when number like '%00' or (n % 7 = 0 and n <= 700) then 'halb kopie' else 'kopie' end)::tsvector
       from (select *, substr(number, 3)::int as n from orders where created_at < '2021-01-01') o`,
    );
    for (const table of ["orders", "desk_orders"])
      await pool.query(`update ${table} set created_at = '2019-01-01' where number = $1`, [oldest]);
    await pool.query("update orders set status = 'cancelled' where number = $1", [oldest]);
    await pool.query("analyze orders, desk_orders");
  });

  /** Returns all orders of a search, page by page. */
  async function paged(query: { readonly text?: string; readonly filter?: "cancelled" }): Promise<readonly string[]> {
    const all: string[] = [];
    for (let after: string | undefined; ;) {
      const page = (await support.call("orders", { query: { ...query, ...(after && { after }) } })).body;
      all.push(...page.orders.map((each) => each.number));
      if (page.next === null) return all;
      after = page.next;
    }
  }
  async function numbers(where: string): Promise<readonly string[]> {
    const { rows } = await shop.database.pool.query<{ number: string }>(
      `select o.number from orders o join desk_orders d on d.order_id = o.id where ${where} order by o.created_at desc, o.number desc`,
    );
    return rows.map((row) => row.number);
  }

  test("a rare name is found among the oldest", async () => {
    expect(await found("seltenheit")).toEqual([oldest]);
    expect(await paged({ text: "seltenheit", filter: "cancelled" })).toEqual([oldest]);
    const { body } = await support.call("orders", { query: { text: "seltenheit", filter: "onHold" } });
    expect(body.orders).toEqual([]);
  });

  test.each(["kopie", "halb"])("pages of a search have no gap: %s", async (text) => {
    const all = await numbers(`d.terms @@ '${text}'`);
    expect(all.length).toBeGreaterThan(100);
    expect(await paged({ text })).toEqual(all);
    expect(await paged({ text, filter: "cancelled" })).toEqual(all);
  });

  test("pages of the whole list have no gap", async () => {
    expect(await paged({})).toEqual(await numbers("true"));
  });

  test("new orders are found without reading the others", async () => {
    /** Returns the number of rows read, of orders and of their search index. */
    const read = async () => {
      const { rows } = await shop.database.pool.query<{ read: string }>(
        "select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as read from pg_stat_user_tables where relname in ('orders', 'desk_orders')",
      );
      return Number(rows[0]?.read);
    };
    // PostgreSQL can count reads ten seconds later, so earlier searches are included.
    await eventually("two looks that read less than all orders", async () => {
      const before = await read();
      await delay(2500);
      return (await read()) - before < COPIES;
    });
  });
});
