import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadOrder, type Order } from "#server/sale/order/order.ts";
import { reportProgress } from "#server/sale/order/progress.ts";
import { handlerCall } from "../support/handler-call.ts";
import { OPERATOR, orderServices, type OrderServices } from "../support/order-services.ts";
import { moveOrder } from "#server/sale/order/queries.ts";

let shop: OrderServices;
beforeAll(async () => {
  shop = await orderServices();
});
afterAll(() => shop.sale.close());

/** Starts `act` while another transaction is about to cancel the order, and lets that one end first. */
const whileCancelled = <T>(order: Order, act: () => Promise<T>): Promise<T> =>
  shop.sale.during((tx) => moveOrder(tx, order.id, "cancelled"), act);

describe("an order that another transaction is cancelling", () => {
  test("cannot also be cancelled, released or refunded", async () => {
    const [held, other, paid] = [await shop.held(), await shop.held(), await shop.paid()];
    expect(await whileCancelled(held, () => shop.act("cancelHeld", held))).toBe("notHeld");
    expect(await whileCancelled(other, () => shop.act("release", other))).toBe("notHeld");
    expect(await whileCancelled(paid, () => shop.act("refund", paid))).toBe("alreadyCancelled");
  });

  test("is not cancelled again because it was not paid in time", async () => {
    const order = await shop.awaiting();
    expect(await whileCancelled(order, () => shop.act("cancelUnpaid", order))).toBe("notAwaitingPayment");
  });

  test("makes no progress", async () => {
    const order = await shop.made();
    const productOrder = { id: order.number, state: "completed" };
    const body = {
      eventId: "late",
      eventTime: new Date("2026-11-24T12:00:00Z"),
      eventType: "",
      event: { productOrder },
    };
    const report = handlerCall<"orderEvents">({ token: OPERATOR, body: body as never });
    await whileCancelled(order, () => reportProgress(shop.services)(report));
    expect(await shop.reload(order)).toMatchObject({ status: "cancelled", progress: null });
  });

  test("is not placed by its payment, which is refunded", async () => {
    const order = await shop.awaiting();
    const payment = await shop.pay(await shop.sale.reload(order.checkoutId), "at-once");
    shop.outcomes.set("at-once", "paid");
    expect(await whileCancelled(order, () => shop.services.settlement.settle(payment))).toBe("paid");
    expect(await shop.reload(order)).toMatchObject({ status: "cancelled", payment: null });
  });

  test("can be read meanwhile", async () => {
    const order = await shop.held();
    const ended = shop.sale.db.transaction().execute(async (tx) => {
      await moveOrder(tx, order.id, "cancelled");
      return shop.sale.endsOrWaits(loadOrder(shop.sale.db, { id: order.id }));
    });
    expect(await ended).toBe(true);
  });
});
