import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { issueToken } from "#server/sale/identity/tokens.ts";
import { cancelOrder } from "#server/sale/order/cancel-order.ts";
import type { Order } from "#server/sale/order/order.ts";
import { handlerCall } from "../support/handler-call.ts";
import { orderServices, SMART30, WITH_DEVICE, type OrderServices } from "../support/order-services.ts";
import { actionsOf } from "#server/sale/order/queries.ts";

let shop: OrderServices;
beforeAll(async () => {
  shop = await orderServices();
});
afterAll(() => shop.sale.close());

const tokenFor = (accountId: string, checkoutId: string | null = null) =>
  issueToken(shop.sale.db, { accountId, checkoutId, device: null }, shop.sale.clock.now);
const cancel = async ({ account, checkoutId }: Order, token?: string | null) =>
  cancelOrder(shop.services)(
    handlerCall<"cancelOrder">({
      body: {},
      checkoutId,
      token: token === undefined ? await tokenFor(account.id, checkoutId) : token,
    }),
  );
const CANCELLED = { ok: true, value: { status: "cancelled" } };
const failure = (name: string) => ({ ok: false, failure: { name } });

/** Moves the order back in time. */
const orderedAgo = (order: Order, minutes: number) =>
  shop.sale.query("update orders set created_at = $2 where id = $1", [
    order.id,
    new Date(shop.sale.clock.now.getTime() - minutes * 60_000),
  ]);

describe("customers cancel their order", () => {
  test("within the configured hours: device back in stock, event and mail, once", async () => {
    const before = await shop.pieces();
    const order = await shop.made({ ...WITH_DEVICE, mobile: "AARE5" });
    const pieces = await shop.pieces();
    expect(await cancel(order)).toMatchObject(CANCELLED);
    expect(await cancel(order)).toMatchObject(CANCELLED);
    expect(await shop.reload(order)).toMatchObject({ status: "cancelled" });
    expect(pieces).toBe(before);
    expect((await shop.eventsOf(order)).length).toBe(2);
    expect((await shop.jobsOf(order)).filter(({ payload }) => payload["about"] === "cancelled")).toHaveLength(1);
    expect(await actionsOf(shop.sale.db, order.number)).toMatchObject([{ action: "cancelled", actor: "customer" }]);
  });

  test("and a payment is refunded", async () => {
    const order = await shop.paid();
    expect(await cancel(order)).toMatchObject(CANCELLED);
    expect(
      await shop.sale.query("select refund_requested_at is not null as refund from payments where checkout_id = $1", [
        order.checkoutId,
      ]),
    ).toEqual([{ refund: true }]);
  });

  test("not after that time, nor once the operator's systems work on it", async () => {
    const [inTime, late] = [await shop.made(SMART30), await shop.made(SMART30)];
    await orderedAgo(inTime, 119);
    await orderedAgo(late, 120);
    expect(await cancel(inTime)).toMatchObject(CANCELLED);
    expect(await cancel(late)).toMatchObject(failure("tooLateToCancel"));
    const begun = await shop.made(SMART30);
    await shop.sale.query("update orders set progress = 'inProgress', progress_at = now() where id = $1", [begun.id]);
    expect(await cancel(begun)).toMatchObject(failure("tooLateToCancel"));
    expect(await shop.reload(begun)).toMatchObject({ status: "placed" });
  });

  test("while it is on hold at any time", async () => {
    const order = await shop.held(SMART30);
    await orderedAgo(order, 60 * 24 * 30);
    expect(await cancel(order)).toMatchObject(CANCELLED);
  });

  test("only their own: neither a stranger's login nor a checkout id is sufficient", async () => {
    const order = await shop.made(SMART30);
    const stranger = await tokenFor(await shop.sale.account(`${crypto.randomUUID()}@example.ch`));
    for (const token of [null, stranger, "wrong"])
      expect(await cancel(order, token)).toMatchObject(failure("loginNeeded"));
    expect(await shop.reload(order)).toMatchObject({ status: "placed" });
  });

  test("twice at once: one cancellation", async () => {
    const order = await shop.made(SMART30);
    const answers = await Promise.all([cancel(order), cancel(order), cancel(order)]);
    expect(answers).toMatchObject([CANCELLED, CANCELLED, CANCELLED]);
    expect(await actionsOf(shop.sale.db, order.number)).toHaveLength(1);
  });
});
