import { compose } from "../support/compose.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { cancelUnpaidOrders } from "#server/sale/payment/cancel-unpaid-orders.ts";
import { orderServices, type OrderServices } from "../support/order-services.ts";
import { actionsOf } from "#server/sale/order/queries.ts";

let shop: OrderServices;
beforeAll(async () => {
  shop = await orderServices();
});
afterAll(() => shop.sale.close());

const RELEASED = new Date("2026-11-23T10:00:00Z");
const LAST_MOMENT = new Date("2026-11-30T10:00:00Z");
const LATE = new Date("2026-11-30T10:00:00.001Z");
const logged: unknown[][] = [];
beforeEach(async () => {
  shop.sale.clock.now = RELEASED;
  logged.length = 0;
  await shop.sale.query("update orders set status = 'cancelled'");
});
const run = (at: Date) => {
  shop.sale.clock.now = at;
  const line = (level: string) => (details: unknown, text?: unknown) => void logged.push([level, details, text]);
  const log = { info: line("info"), warn: line("warn"), error: line("error") };
  return cancelUnpaidOrders(compose({ ...shop.services, log }))({});
};
const underWay = async (checkoutId: string, hostedId: string) => shop.pay(await shop.sale.reload(checkoutId), hostedId);

test("a released order is cancelled after its deadline, and the log and its record contain the reason", async () => {
  const order = await shop.awaiting();
  await run(LAST_MOMENT);
  expect(await shop.reload(order)).toMatchObject({ status: "awaitingPayment" });
  expect(logged).toEqual([]);
  await run(LATE);
  expect(await shop.reload(order)).toMatchObject({ status: "cancelled" });
  expect(logged).toEqual([["info", { order: order.number }, "an order that was not paid in time was cancelled"]]);
  expect((await actionsOf(shop.sale.db, order.number))[1]).toEqual({
    action: "cancelled",
    actor: "Kasse",
    reason: "not paid within 7 days",
    at: LATE,
  });
});

test("an order that has not been released waits for a person", async () => {
  const order = await shop.held();
  await shop.sale.query("update orders set pay_until = '2026-01-01' where id = $1", [order.id]);
  await run(LATE);
  expect(await shop.reload(order)).toMatchObject({ status: "onHold" });
});

test("the provider is asked first: a payment at the last moment keeps the order, and the log reports no cancellation", async () => {
  const order = await shop.awaiting();
  await underWay(order.checkoutId, "last-moment");
  shop.outcomes.set("last-moment", "paid");
  await run(LATE);
  expect(await shop.reload(order)).toMatchObject({ status: "placed" });
  expect(logged).toEqual([]);
});

test("while the provider does not answer, that order waits and no other does", async () => {
  const first = await shop.awaiting();
  await underWay(first.checkoutId, "silent");
  shop.sale.clock.now = new Date(RELEASED.getTime() + 1);
  const second = await shop.awaiting();
  await run(new Date(LATE.getTime() + 1));
  expect(await shop.reload(first)).toMatchObject({ status: "awaitingPayment" });
  expect(await shop.reload(second)).toMatchObject({ status: "cancelled" });
  expect(logged).toMatchObject([
    ["warn", { order: first.number, error: "the provider does not answer" }, "could not cancel an unpaid order yet"],
    ["info", { order: second.number }, expect.any(String)],
  ]);
});
