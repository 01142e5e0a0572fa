import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { availableStock } from "#server/shop/stock/queries.ts";
import { ownerOfDocument } from "#server/sale/document/claims.ts";
import type { Order } from "#server/sale/order/order.ts";
import { CLERK, orderServices, SMART30, WITH_DEVICE, type OrderServices } from "../support/order-services.ts";
import { actionsOf } from "#server/sale/order/queries.ts";

let shop: OrderServices;
beforeAll(async () => {
  shop = await orderServices();
});
afterAll(() => shop.sale.close());

const cancel = (number: string) => shop.act("cancelHeld", { number });
const refund = (number: string, sent = false) => shop.act("refund", { number }, { sent });
const unpaid = (order: Pick<Order, "number">) => shop.act("cancelUnpaid", order);
const ownerOf = ({ documentHash }: Order) => documentHash && ownerOfDocument(shop.sale.db, documentHash);
const paymentsOf = ({ checkoutId }: Order) =>
  shop.sale.query<{ state: string; refund: boolean }>(
    "select state, refund_requested_at is not null as refund from payments where checkout_id = $1 order by created_at",
    [checkoutId],
  );
const mailAbout = async (order: Order) =>
  (await shop.jobsOf(order)).filter(({ payload }) => payload["about"] === "cancelled");

describe("a cancelled held order", () => {
  test("frees its device and document, and only its customer gets a mail", async () => {
    const before = await shop.pieces();
    const order = await shop.held();
    expect([await shop.pieces(), await ownerOf(order)]).toEqual([before - 1, order.account.id]);
    expect(await cancel(order.number)).toBe("done");
    expect(await shop.reload(order)).toMatchObject({ status: "cancelled" });
    expect([await shop.pieces(), await ownerOf(order)]).toEqual([before, null]);
    expect(await mailAbout(order)).toEqual([
      {
        name: "mail-order",
        payload: { orderId: order.id, about: "cancelled" },
        key: `mail-cancelled:${order.id}`,
      },
    ]);
    expect(await shop.eventsOf(order)).toEqual([]);
    expect(await actionsOf(shop.sale.db, order.number)).toEqual([
      { action: "cancelled", ...CLERK, at: shop.sale.clock.now },
    ]);
  });

  test("without a device changes no stock", async () => {
    const order = await shop.held(SMART30);
    const before = await shop.pieces();
    expect(await cancel(order.number)).toBe("done");
    expect(await shop.pieces()).toBe(before);
  });

  test("without identity data can also be cancelled", async () => {
    const order = await shop.held();
    await shop.sale.query("update orders set document_hash = null where id = $1", [order.id]);
    expect(await cancel(order.number)).toBe("done");
    expect(await ownerOf(order)).toBe(order.account.id);
  });

  test("after its release closes the payment in progress", async () => {
    const order = await shop.awaiting();
    const payment = await shop.pay(await shop.sale.reload(order.checkoutId), `cancel-${order.number}`);
    expect(await cancel(order.number)).toBe("done");
    expect(await paymentsOf(order)).toEqual([{ state: "cancelled", refund: false }]);
    expect(await shop.sale.jobs()).toContainEqual(
      expect.objectContaining({ name: "cancel-payment", payload: { paymentId: payment.id } }),
    );
  });

  test("must be held: a placed, a cancelled or an unknown order is rejected", async () => {
    const [placed, cancelled] = [await shop.made(), await shop.held()];
    await cancel(cancelled.number);
    expect(await cancel(placed.number)).toBe("alreadyPlaced");
    expect(await cancel(cancelled.number)).toBe("notHeld");
    expect(await cancel("K1")).toBe("noOrder");
    expect(await shop.reload(placed)).toMatchObject({ status: "placed" });
    expect(await mailAbout(cancelled)).toHaveLength(1);
  });
});

describe("a cancelled order that was placed without a payment", () => {
  const cancelPlaced = (number: string, sent = false) => shop.act("cancelPlaced", { number }, { sent });
  const FREE = { ...WITH_DEVICE, mobile: "AARE5" } as const;

  test("is handed over as cancelled, and its device returns to stock, unless it was sent", async () => {
    const pieces = async () => (await availableStock(shop.sale.db, shop.sale.clock.now)).get(FREE.mobile);
    const before = await pieces();
    const order = await shop.made(FREE);
    expect(await cancelPlaced(order.number)).toBe("done");
    expect([(await shop.reload(order)).status, await pieces(), await ownerOf(order)]).toEqual([
      "cancelled",
      before,
      null,
    ]);
    expect((await shop.eventsOf(order))[1]).toMatchObject({
      event: { productOrder: { state: "cancelled", cancellationReason: CLERK.reason, deviceSent: false } },
    });
    expect(await mailAbout(order)).toHaveLength(1);
    const sent = await shop.made(FREE);
    await cancelPlaced(sent.number, true);
    expect(await pieces()).toBe(Number(before) - 1);
    expect((await shop.eventsOf(sent))[1]).toMatchObject({ event: { productOrder: { deviceSent: true } } });
  });

  test("must be placed and unpaid: a paid, a held, a cancelled or an unknown order is rejected", async () => {
    const [paid, held] = [await shop.paid(), await shop.held()];
    expect(await cancelPlaced(paid.number)).toBe("alreadyPaid");
    expect(await cancelPlaced(held.number)).toBe("stillHeld");
    expect(await cancelPlaced("K1")).toBe("noOrder");
    expect([await shop.reload(paid), await shop.reload(held)]).toMatchObject([
      { status: "placed" },
      { status: "onHold" },
    ]);
  });
});

describe("a paid order that is refunded", () => {
  test("is cancelled, its payment waits for the refund, and the operator's systems are notified", async () => {
    const before = await shop.pieces();
    const order = await shop.paid();
    expect(await refund(order.number)).toBe("done");
    expect(await shop.reload(order)).toMatchObject({ status: "cancelled" });
    expect(await paymentsOf(order)).toEqual([{ state: "ordered", refund: true }]);
    expect([await shop.pieces(), await ownerOf(order)]).toEqual([before, null]);
    expect((await shop.eventsOf(order))[1]).toMatchObject({
      eventType: "ProductOrderStateChangeEvent",
      event: { productOrder: { id: order.number, state: "cancelled", cancellationReason: CLERK.reason } },
    });
    expect(await mailAbout(order)).toHaveLength(1);
    expect(await actionsOf(shop.sale.db, order.number)).toMatchObject([{ action: "refunded", ...CLERK }]);
  });

  test("keeps its device out of stock if it was sent", async () => {
    const order = await shop.paid();
    const before = await shop.pieces();
    await refund(order.number, true);
    expect(await shop.pieces()).toBe(before);
  });

  test("must be paid: an unpaid, a cancelled or an unknown order is rejected", async () => {
    const [unpaid, cancelled] = [await shop.made(), await shop.paid()];
    await refund(cancelled.number);
    expect(await refund(unpaid.number)).toBe("notPaid");
    expect(await refund(cancelled.number)).toBe("alreadyCancelled");
    expect(await refund("K1")).toBe("noOrder");
    expect(await shop.reload(unpaid)).toMatchObject({ status: "placed" });
  });
});

describe("an order that was not paid in time", () => {
  test("is cancelled while it waits for its payment", async () => {
    const before = await shop.pieces();
    const order = await shop.awaiting();
    expect(await unpaid(order)).toBe("done");
    expect(await shop.reload(order)).toMatchObject({ status: "cancelled" });
    expect(await shop.pieces()).toBe(before);
    expect((await actionsOf(shop.sale.db, order.number))[1]).toMatchObject({ action: "cancelled" });
  });

  test("can have been purged: then there is nothing to cancel", async () => {
    expect(await unpaid({ number: "K1" })).toBe("noOrder");
  });

  test("stays unchanged once it was paid, or was never released", async () => {
    for (const order of [await shop.paid(), await shop.held(WITH_DEVICE)]) {
      expect(await unpaid(order)).toBe("notAwaitingPayment");
      expect(await shop.reload(order)).toMatchObject({ status: order.status });
    }
  });
});
