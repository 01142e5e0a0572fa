import { afterAll, beforeAll, expect, test } from "vitest";
import { CLERK, orderServices, SMART30, WITH_DEVICE, type OrderServices } from "../support/order-services.ts";
import { heldOrders, actionsOf } from "#server/sale/order/queries.ts";

let shop: OrderServices;
beforeAll(async () => {
  shop = await orderServices();
});
afterAll(() => shop.sale.close());

const release = (number: string) => shop.services.orderActions.carryOut("release", { order: { number }, by: CLERK });
const IN_A_WEEK = new Date("2026-11-30T10:00:00Z");

test("with something due, the order waits seven days for its payment, and the customer gets a mail to pay it", async () => {
  const order = await shop.held();
  expect(await release(order.number)).toMatchObject({ kind: "done", result: IN_A_WEEK });
  expect(await shop.reload(order)).toMatchObject({ status: "awaitingPayment", payUntil: IN_A_WEEK, payment: null });
  expect(await shop.jobsOf(order)).toContainEqual({
    name: "mail-order",
    payload: { orderId: order.id, about: "awaitingPayment" },
    key: `mail-awaitingPayment:${order.id}`,
  });
  expect(await shop.eventsOf(order)).toEqual([]);
});

test("with nothing due, the order is handed over at once", async () => {
  const order = await shop.held(SMART30);
  expect(await release(order.number)).toMatchObject({ kind: "done", result: null });
  expect(await shop.reload(order)).toMatchObject({ status: "placed", payUntil: null });
  expect(await shop.eventsOf(order)).toMatchObject([{ eventType: "ProductOrderCreateEvent" }]);
  expect((await shop.jobsOf(order)).map(({ name }) => name)).toContain("hand-over-order");
});

test("a release is recorded with the person and the reason", async () => {
  const order = await shop.held();
  expect(await actionsOf(shop.sale.db, order.number)).toEqual([]);
  await release(order.number);
  await shop.made();
  expect(await actionsOf(shop.sale.db, order.number)).toEqual([
    { action: "released", ...CLERK, at: shop.sale.clock.now },
  ]);
});

test("later actions on an order are appended to its record", async () => {
  const order = await shop.awaiting();
  await shop.act("cancelHeld", order);
  expect((await actionsOf(shop.sale.db, order.number)).map(({ action }) => action)).toEqual(["released", "cancelled"]);
});

test("only an order on hold can be released", async () => {
  const [placed, waiting] = [await shop.made(), await shop.awaiting()];
  expect(await release(placed.number)).toMatchObject({ reason: "notHeld", facts: { status: "placed" } });
  expect(await release(waiting.number)).toMatchObject({ reason: "notHeld", facts: { status: "awaitingPayment" } });
  expect(await release("K1")).toEqual({ kind: "noOrder" });
  expect(await actionsOf(shop.sale.db, placed.number)).toEqual([]);
});

test("an order without its identity data cannot be released", async () => {
  const order = await shop.held();
  await shop.sale.query("update orders set customer = customer - 'sealed' where id = $1", [order.id]);
  expect(await release(order.number)).toMatchObject({ reason: "identityRemoved" });
  expect(await shop.reload(order)).toMatchObject({ status: "onHold" });
  expect(await actionsOf(shop.sale.db, order.number)).toEqual([]);
});

test("the list of held orders contains those that wait for a decision or a payment, oldest first", async () => {
  await shop.sale.query("update orders set status = 'cancelled'");
  shop.sale.clock.now = new Date("2026-11-24T10:00:00Z");
  const waiting = await shop.awaiting();
  shop.sale.clock.now = new Date("2026-11-23T10:00:00Z");
  const older = await shop.held(SMART30);
  await shop.made(WITH_DEVICE, { solvent: false, profile: { contracts: [{ contractType: "Business" }] } });
  await shop.sale.query("update orders set created_at = '2026-11-25' where business");
  await shop.made();
  expect(await heldOrders(shop.sale.db)).toMatchObject([
    { number: older.number, status: "onHold", product: "SMART30", due: 0, payUntil: null },
    { number: waiting.number, status: "awaitingPayment", product: "SMART60", due: 9900, payUntil: waiting.payUntil },
    { status: "onHold", due: 0 },
  ]);
});
