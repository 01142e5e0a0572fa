import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CheckoutRecord } from "#core/checkout-record/record.ts";
import type { Step } from "#core/steps/steps.ts";
import { changeRecord } from "#server/sale/steps/change-record.ts";
import { createOrder } from "#server/sale/steps/create-order.ts";
import { demoCatalogue, demoWith } from "../support/demo-catalogue.ts";
import { handlerCall } from "../support/handler-call.ts";
import { paymentServices, type PaymentServices, type Visitor } from "../support/payment-services.ts";

let shop: PaymentServices;
beforeAll(async () => {
  shop = await paymentServices();
});
afterAll(() => shop.sale.close());

const SMART30: CheckoutRecord = { type: "Tariff", tariff: "SMART30" };
const TV: CheckoutRecord = { type: "TV Tariff", tv_tariff: "TVS" };

const order = (visitor: Visitor) =>
  createOrder(shop.services)(handlerCall<"createOrder">({ body: { billPayed: true }, ...visitor }));
const refused = (page: Step | null) => ({ ok: false, failure: { name: "stepRefused", page } });

describe("the order", () => {
  test("is placed once, when everything is complete and nothing is due", async () => {
    const visitor = await shop.customer(TV);
    const placed = { orderNumber: expect.stringMatching(/^K\d+$/), status: "placed", billPayed: false };
    const first = await order(visitor);
    expect(first).toEqual({ ok: true, value: placed });
    expect(await order(visitor)).toEqual(first);
  });

  test("is rejected for an unknown checkout, and for others than its customer", async () => {
    expect(await order({ checkoutId: "x".repeat(32), token: null })).toMatchObject({
      failure: { name: "checkoutUnknown" },
    });
    const { checkoutId } = await shop.customer(TV);
    expect(await order({ checkoutId, token: null })).toEqual(refused("3"));
  });

  test("that is incomplete leads to the furthest step", async () => {
    expect(await order(await shop.visitor(SMART30, { registeredEmail: "r@example.ch" }))).toEqual(refused("4"));
  });

  test("paid at the provider is placed, whatever the page sends", async () => {
    const visitor = await shop.customer({ type: "TV Tariff", tv_tariff: "277" });
    await shop.pay(visitor.checkout, `o-${visitor.checkoutId}`);
    shop.outcomes.set(`o-${visitor.checkoutId}`, "pending");
    expect(await order(visitor)).toEqual(refused("6"));
    shop.outcomes.set(`o-${visitor.checkoutId}`, "paid");
    expect(await order(visitor)).toMatchObject({ ok: true, value: { billPayed: true } });
  });

  test("asks the provider only if a payment is open", async () => {
    const before = shop.asked.length;
    await order(await shop.customer(TV));
    expect(shop.asked.length).toBe(before);
  });

  test("at a price that differs from the one the shopper saw is rejected with the current one", async () => {
    const visitor = await shop.customer(TV);
    const prices = [{ duration: 24, price: 1090 }] as const;
    await shop.sale.sell(demoWith("tvTariffs", "TVS", { prices }));
    expect(await order(visitor)).toMatchObject({
      failure: { name: "priceChanged", checkout: { billing: 10.9, previous: { billing: 9.9 } } },
    });
    await shop.sale.sell(demoCatalogue);
  });

  test("after its price ended at midnight is rejected with the current one, and placed once the shopper agrees", async () => {
    const began = shop.sale.clock.now;
    shop.sale.clock.now = new Date("2026-11-30T22:59:59Z");
    const prices = [{ duration: 24, price: 990, periods: [{ from: null, until: "2026-11-30", price: 490 }] }] as const;
    await shop.sale.sell(demoWith("tvTariffs", "TVS", { prices }));
    const early = await shop.customer(TV);
    const visitor = await shop.customer(TV);
    expect(await order(early)).toMatchObject({ ok: true, value: { status: "placed" } });
    expect((await shop.sale.reload(early.checkoutId)).shown.quote.monthly).toBe(490);
    shop.sale.clock.now = new Date("2026-11-30T23:00:00Z");
    expect(await order(visitor)).toMatchObject({
      failure: { name: "priceChanged", checkout: { billing: 9.9, previous: { billing: 4.9 } } },
    });
    expect((await shop.sale.reload(visitor.checkoutId)).order).toBeNull();
    const change = changeRecord(shop.services);
    const id = visitor.checkoutId;
    await change(handlerCall<"checkout">({ body: { ...TV, id } as never, checkoutId: id }));
    expect(await order(visitor)).toMatchObject({ ok: true, value: { status: "placed" } });
    expect((await shop.sale.reload(id)).shown.quote.monthly).toBe(990);
    shop.sale.clock.now = began;
  });

  test("at the price from before a rollback is rejected with the live one", async () => {
    await shop.sale.sell(demoWith("tvTariffs", "TVS", { prices: [{ duration: 24, price: 1090 }] }));
    const visitor = await shop.customer(TV);
    await shop.sale.sell(demoCatalogue);
    expect(await order(visitor)).toMatchObject({
      failure: { name: "priceChanged", checkout: { billing: 9.9, previous: { billing: 10.9 } } },
    });
  });

  test("for a device that is sold out is rejected", async () => {
    const visitor = await shop.customer({ type: "Device", tariff: "SMART30", mobile: "PIZLITE" });
    await shop.sale.query("update stock set on_hand = 0 where article = 'PIZLITE'");
    expect(await order(visitor)).toEqual({ ok: false, failure: { name: "noStock" } });
  });

  test("for a device that the catalogue no longer counts is placed, without a stock movement", async () => {
    await shop.sale.sell(demoWith("devices", "PIZLITE", { stock: null }));
    const visitor = await shop.customer({ type: "Device", tariff: "SMART30", mobile: "PIZLITE" });
    await shop.sale.query("update stock set on_hand = 0 where article = 'PIZLITE'");
    const movements = () => shop.sale.query("select id from stock_movements where article = 'PIZLITE'");
    const before = await movements();
    expect(await order(visitor)).toMatchObject({ ok: true, value: { status: "placed" } });
    expect(await movements()).toEqual(before);
    await shop.sale.sell(demoCatalogue);
  });
});
