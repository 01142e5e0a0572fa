import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimOldDocuments } from "#server/sale/order/old-rows.ts";
import { reportOrder } from "#server/sale/order/report.ts";
import { ownerOfDocument } from "#server/sale/document/claims.ts";
import type { Order } from "#server/sale/order/order.ts";
import { openForm, sealForm } from "#server/sale/identity/sealed-identity.ts";
import { TEST_SEALS } from "../support/seals.ts";
import { orderServices, SMART30, WITH_DEVICE, type OrderServices } from "../support/order-services.ts";
import { listOrders, type ListedOrder } from "#server/read-models/orders.ts";

let shop: OrderServices;
beforeAll(async () => {
  shop = await orderServices();
});
afterAll(() => shop.sale.close());

const job = (key: string, change: string) =>
  shop.sale.query(`update graphile_worker._private_jobs set ${change} where key = $1`, [key]);
const done = (key: string) => shop.sale.query("delete from graphile_worker._private_jobs where key = $1", [key]);
const deliver = ({ id }: Order, at = "2026-11-23T11:00:00Z") =>
  shop.sale.query("update handovers set delivered_at = $2 where order_id = $1", [id, at]);
const GIVEN_UP = "attempts = max_attempts, last_error = 'away'";

type Filter = Omit<Parameters<typeof listOrders>[1], "limit"> & { readonly limit?: number };
async function listed(filter: Filter) {
  const orders: ListedOrder[] = [];
  for await (const page of listOrders(shop.sale.db, { limit: Infinity, ...filter })) orders.push(...page);
  return orders;
}

describe("the list of orders", () => {
  test("shows the newest first, with their amounts and their delivery", async () => {
    const [older, paid, held] = [await shop.made(SMART30), await shop.paid(), await shop.held(SMART30)];
    const at = (order: Order, day: string) =>
      shop.sale.query("update orders set created_at = $2 where id = $1", [order.id, `${day}T10:00:00Z`]);
    await job(`hand-over:${older.id}`, GIVEN_UP);
    await at(older, "2026-11-20");
    await at(held, "2026-11-22");
    expect(await listed({})).toEqual([
      {
        number: paid.number,
        createdAt: paid.createdAt,
        status: "placed",
        product: "SMART60",
        monthly: 6240,
        firstBill: 200,
        dueNow: 9900,
        handover: "waiting",
      },
      expect.objectContaining({ number: held.number, status: "onHold", handover: "none" }),
      expect.objectContaining({
        number: older.number,
        product: "SMART30",
        firstBill: 4900,
        dueNow: 0,
        handover: "failed",
      }),
    ]);
    const numbers = async (filter: Filter) => (await listed(filter)).map(({ number }) => number);
    expect(await numbers({ status: "onHold" })).toEqual([held.number]);
    expect(await numbers({ since: "2026-11-22" })).toEqual([paid.number, held.number]);
  });

  test("starts a day at midnight in Switzerland", async () => {
    const order = await shop.made();
    await shop.sale.query("update orders set created_at = '2027-02-28T23:00:00Z' where id = $1", [order.id]);
    const isListed = async (since: string) => (await listed({ since })).some(({ number }) => number === order.number);
    expect([await isListed("2027-03-01"), await isListed("2027-03-02")]).toEqual([true, false]);
  });

  test("is read page by page, even if many orders have the same time, and ends at its limit", async () => {
    const many = 1203;
    await shop.sale.query(`
      insert into checkouts (id, record, shown, locale) select 'page' || n, '{}', '{}', 'de' from generate_series(1, ${many}) n;
      insert into orders (number, checkout_id, account_id, status, bill_paid, business, record, shown, customer, locale, created_at)
        select 'P' || n, 'page' || n, (select account_id from orders limit 1), 'placed', false, false, '{}', '{}', '{}', 'de',
          '2030-01-01T00:00:00.123456Z'::timestamptz + (n / 700) * interval '1 microsecond' from generate_series(1, ${many}) n`);
    const since = "2030-01-01";
    const numbers = (await listed({ since })).map(({ number }) => number);
    expect(numbers).toHaveLength(many);
    expect(new Set(numbers).size).toBe(many);
    expect((await listed({ since, limit: 501 })).map(({ number }) => number)).toEqual(numbers.slice(0, 501));
    await shop.sale.query("delete from orders where number like 'P%'");
  });
});

describe("the report of an order", () => {
  test("contains everything about it", async () => {
    const order = await shop.paid(WITH_DEVICE);
    expect(await reportOrder(shop.sale.db, order.number)).toEqual({
      number: order.number,
      checkoutId: order.checkoutId,
      createdAt: order.createdAt,
      status: "placed",
      progress: null,
      payUntil: null,
      locale: "de",
      email: order.account.email,
      shown: order.shown,
      customer: order.customer,
      documentKept: true,
      transfers: [],
      eid: null,
      holderMatch: null,
      payment: { state: "ordered", amount: 9900, hostedId: order.payment?.hostedId },
      otherPayments: [],
      handover: {
        state: "waiting",
        eventId: (await shop.eventsOf(order))[0]?.eventId,
        deliveredAt: null,
        tries: 0,
        lastError: null,
      },
      mail: { state: "waiting", tries: 0, lastError: null },
    });
  });

  test("contains the payments that did not pay it", async () => {
    const order = await shop.paid(WITH_DEVICE);
    const { id } = await shop.pay(await shop.ready({ type: "Tariff", tariff: "PREPAID20" }), "declined-1");
    await shop.sale.query("update payments set state = 'declined', checkout_id = $2 where id = $1", [
      id,
      order.checkoutId,
    ]);
    expect(await reportOrder(shop.sale.db, order.number)).toMatchObject({
      payment: { state: "ordered" },
      otherPayments: [{ state: "declined", amount: 2000, hostedId: "declined-1" }],
    });
  });

  test("of a released order contains the last day to pay", async () => {
    const { number, payUntil } = await shop.awaiting();
    expect(await reportOrder(shop.sale.db, number)).toMatchObject({ status: "awaitingPayment", payUntil });
  });

  test("of an order without payment, document and hand-over shows their absence", async () => {
    const order = await shop.held(SMART30);
    await shop.sale.query("update orders set document_id = null where id = $1", [order.id]);
    expect(await reportOrder(shop.sale.db, order.number)).toMatchObject({
      documentKept: false,
      payment: null,
      handover: { state: "none", eventId: null },
    });
    expect(await reportOrder(shop.sale.db, "K1")).toBeNull();
  });

  test("shows that hand-over and mail are done once both have been sent", async () => {
    const order = await shop.made();
    await deliver(order);
    await done(`hand-over:${order.id}`);
    await done(`mail-order:${order.id}`);
    expect(await reportOrder(shop.sale.db, order.number)).toMatchObject({
      handover: { state: "done", deliveredAt: new Date("2026-11-23T11:00:00Z") },
      mail: { state: "done" },
    });
  });

  test("shows that the hand-over waits while an event of the order is undelivered", async () => {
    const order = await shop.made();
    await done(`hand-over:${order.id}`);
    expect(await reportOrder(shop.sale.db, order.number)).toMatchObject({ handover: { state: "waiting" } });
  });

  test("shows given-up jobs, the number of attempts and the reason", async () => {
    const order = await shop.made();
    await job(`hand-over:${order.id}`, GIVEN_UP);
    await job(`mail-order:${order.id}`, "attempts = 3, last_error = 'full'");
    expect(await reportOrder(shop.sale.db, order.number)).toMatchObject({
      handover: { state: "failed", tries: 25, lastError: "away" },
      mail: { state: "waiting", tries: 3, lastError: "full" },
    });
    await job(`hand-over:${order.id}`, "locked_at = now()");
    expect(await reportOrder(shop.sale.db, order.number)).toMatchObject({ handover: { state: "waiting" } });
  });
});

describe("the documents of earlier orders", () => {
  const forget = async (...orders: readonly Order[]) => {
    await shop.sale.query("delete from document_claims");
    for (const { id } of orders) await shop.sale.query("update orders set document_hash = null where id = $1", [id]);
  };
  const claim = () => claimOldDocuments(shop.sale.db, shop.services.documentNumberKey, TEST_SEALS);
  const ownerOf = ({ documentHash }: Order) => documentHash && ownerOfDocument(shop.sale.db, documentHash);

  test("belong to their customers once they are claimed; one that was cancelled or purged belongs to none", async () => {
    const [order, cancelled, purged] = [await shop.made(), await shop.made(), await shop.made()];
    await forget(order, cancelled, purged);
    await shop.sale.query("update orders set status = 'cancelled' where id = $1", [cancelled.id]);
    await shop.sale.query("update orders set customer = customer - 'sealed' where id = $1", [purged.id]);
    await claim();
    expect([await ownerOf(order), await ownerOf(cancelled), await ownerOf(purged)]).toEqual([
      order.account.id,
      null,
      null,
    ]);
    expect((await shop.reload(order)).documentHash).toEqual(order.documentHash);
    expect((await shop.reload(cancelled)).documentHash).toBeNull();
  });

  test("in two orders belong to the older one", async () => {
    const newer = await shop.made();
    const older = await shop.made();
    const form = await openForm(TEST_SEALS, newer.checkoutId, newer.customer);
    await shop.sale.query("update orders set created_at = '2026-01-01', customer = $2 where id = $1", [
      older.id,
      await sealForm(TEST_SEALS, older.checkoutId, form),
    ]);
    await forget(newer, older);
    await claim();
    await claim();
    expect(await ownerOf(newer)).toBe(older.account.id);
    expect((await shop.reload(older)).documentHash).toEqual(newer.documentHash);
  });
});
