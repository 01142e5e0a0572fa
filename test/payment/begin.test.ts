import { compose } from "../support/compose.ts";
import { loadNumbers } from "#server/shop/phone-numbers/pool.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Locale } from "#core/text/locale.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import { claimDocument, documentHash, releaseDocument } from "#server/sale/document/claims.ts";
import { prepareTransaction } from "#server/sale/payment/begin.ts";
import type { HostedPayment, PaymentProvider, PaymentRequest } from "#server/sale/payment/provider.ts";
import { availableStock } from "#server/shop/stock/queries.ts";
import { returnSecret } from "#server/sale/payment/calls.ts";
import { demoWith } from "../support/demo-catalogue.ts";
import { handlerCall } from "../support/handler-call.ts";
import { BUSINESS, orderServices, SMART30, WITH_DEVICE, type OrderServices } from "../support/order-services.ts";
import type { Visitor } from "../support/payment-services.ts";
import { changeCheckout } from "#server/sale/checkout/queries.ts";

let shop: OrderServices;
const requests: PaymentRequest[] = [];
/** The provider's behaviour for the next payment. */
let create: (request: PaymentRequest) => Promise<HostedPayment>;
let status: PaymentProvider["status"];
beforeAll(async () => {
  shop = await orderServices();
});
afterAll(() => shop.sale.close());
let pages = 0;
beforeEach(() => {
  requests.length = 0;
  create = async () => {
    const hostedId = `page-${(pages += 1)}`;
    return { hostedId, redirectUrl: `https://pay.example/${hostedId}`, widget: null };
  };
  status = shop.services.payments.status;
});

const PREPAID = { type: "Tariff", tariff: "PREPAID20" } as const;
type Shown = { billing: number; oneTime: number; total: number };
function begin(visitor: Visitor, { locale = "de", shown = null }: { locale?: Locale; shown?: Shown | null } = {}) {
  const payments: PaymentProvider = {
    ...shop.services.payments,
    create: async (request) => (requests.push(request), create(request)),
    status: (payment) => status(payment),
  };
  return prepareTransaction(compose({ ...shop.services, payments }))(
    handlerCall<"prepareTransaction">({ ...visitor, locale, body: { shown } } as never),
  );
}
type Payment = {
  id: string;
  state: string;
  amount: number;
  hosted_id: string | null;
  return_mac: string | null;
  widget: unknown;
};
const paymentsOf = ({ checkoutId }: Visitor) =>
  shop.sale.query<Payment>("select * from payments where checkout_id = $1 order by created_at, state desc", [
    checkoutId,
  ]);
const page = (hostedId: number) => ({ ok: true, value: { redirectUrl: `https://pay.example/page-${hostedId}` } });
const refusedDocument = { ok: false, failure: { name: "refusedFields", fields: { idNo: "refused.document" } } };
const stepRefused = (step: string | null) => ({ ok: false, failure: { name: "stepRefused", page: step } });

describe("a payment starts", () => {
  test("anew once the last one has ended, although the provider has not reported it yet", async () => {
    const visitor = await shop.customer(PREPAID);
    status = () => Promise.resolve({ outcome: "pending" });
    await begin(visitor);
    const start = shop.sale.clock.now;
    shop.sale.clock.now = new Date(start.getTime() + 30 * 60_000 - 1);
    expect(await begin(visitor)).toEqual(page(pages));
    shop.sale.clock.now = new Date(start.getTime() + 30 * 60_000);
    const before = pages;
    expect(await begin(visitor)).toEqual(page(before + 1));
    expect((await paymentsOf(visitor)).map(({ state }) => state)).toEqual(["cancelled", "open"]);
    shop.sale.clock.now = start;
  });

  test("with a repeatable request for what the shopper saw", async () => {
    const { checkout, ...visitor } = await shop.customer(PREPAID);
    expect(await begin(visitor, { locale: "fr" })).toEqual(page(pages));
    const [payment, ...more] = await paymentsOf(visitor);
    expect([more, payment]).toEqual([
      [],
      expect.objectContaining({
        state: "open",
        amount: 2000,
        hosted_id: `page-${pages}`,
        return_mac: null,
        widget: null,
      }),
    ]);
    const secret = returnSecret(shop.services.documentNumberKey, payment?.id ?? "");
    expect(requests).toEqual([
      {
        idempotencyKey: payment?.id,
        reference: payment?.id,
        amount: 2000,
        locale: "fr",
        payer: {
          givenName: "Nora",
          surname: "Beispiel",
          email: expect.stringMatching(/^payer\d+@example\.ch$/),
          mobile: "41784123456",
          street: "Bahnhofstrasse 1",
          city: "Zürich",
          postalCode: "8001",
          country: "CH",
          ip: "192.0.2.1",
        },
        returnUrl: `https://shop.example.ch/fr/checkout/7p?secret=${secret}`,
        resultUrl: `https://shop.example.ch/public-api/payment-result/sandbox/${secret}`,
        backUrl: "https://shop.example.ch/fr/checkout/6",
        expiresAt: new Date("2026-11-23T10:30:00Z"),
      },
    ]);
    expect(checkout.locale).toBe("de");
    expect((await shop.sale.reload(checkout.id)).locale).toBe("fr");
  });

  test("never with a number whose transfer another order has meanwhile under way; one that has begun ends", async () => {
    const form = { mnp: true, mnpMsisdn: "41795550143", mnpSubscriptionType: "Postpaid" };
    const visitor = await shop.customer(WITH_DEVICE, { form });
    status = () => Promise.resolve({ outcome: "pending" });
    expect(await begin(visitor)).toMatchObject({ ok: true });
    const other = await shop.made(SMART30, { form });
    const taken = { ok: false, failure: { name: "refusedFields", fields: { mnpMsisdn: "refused.mnpOrdered" } } };
    expect(await begin(visitor)).toEqual(taken);
    expect((await paymentsOf(visitor)).map(({ state }) => state)).toEqual(["cancelled"]);
    expect(requests).toHaveLength(1);
    await shop.act("cancelPlaced", other);
    expect(await begin(visitor)).toMatchObject({ ok: true });
  });

  test("never with a document that has meanwhile become another customer's", async () => {
    const visitor = await shop.customer(WITH_DEVICE);
    const { form } = await shop.sale.reload(visitor.checkoutId);
    if (!form) throw new Error("The checkout has no customer");
    const hash = documentHash(shop.services.documentNumberKey, form);
    await claimDocument(shop.sale.db, hash, await shop.sale.account("first-with-it@example.ch"));
    expect(await begin(visitor)).toEqual(refusedDocument);
    expect([await paymentsOf(visitor), requests]).toEqual([[], []]);
    // The customer's own document can be reused.
    await releaseDocument(shop.sale.db, hash);
    await claimDocument(shop.sale.db, hash, (await shop.sale.reload(visitor.checkoutId)).account?.id ?? "");
    expect(await begin(visitor)).toEqual(page(pages));
  });

  test("once: the open one is returned, also after the catalogue has changed", async () => {
    const visitor = await shop.customer(WITH_DEVICE);
    const first = await begin(visitor);
    const [payment] = await paymentsOf(visitor);
    shop.outcomes.set(payment?.hosted_id ?? "", "pending");
    await shop.sale.sell(demoWith("devices", WITH_DEVICE.mobile, { downPayment: 8900 }));
    expect(await begin(visitor)).toEqual(first);
    await shop.sale.sell(demoWith("devices", WITH_DEVICE.mobile, { downPayment: 9900 }));
    expect([await paymentsOf(visitor), requests]).toMatchObject([[{ id: payment?.id }], [{}]]);
  });

  test("once, after any number of simultaneous presses", async () => {
    const visitor = await shop.customer(PREPAID);
    status = async () => ({ outcome: "pending" });
    const answers = await Promise.all(Array.from({ length: 5 }, () => begin(visitor)));
    expect(await paymentsOf(visitor)).toHaveLength(1);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  test("with the same key again if the provider did not answer", async () => {
    const visitor = await shop.customer(PREPAID);
    const answer = create;
    create = () => Promise.reject(new Unavailable("away"));
    await expect(begin(visitor)).rejects.toThrow("away");
    expect(await paymentsOf(visitor)).toMatchObject([{ state: "open", hosted_id: null }]);
    create = answer;
    expect(await begin(visitor)).toEqual(page(pages));
    expect(requests[1]).toEqual(requests[0]);
  });

  test("on a page with the provider's form, and with its check value", async () => {
    const widget = { scriptUrl: "https://pay.example/x.js", integrity: "sha384-x", formAction: "/", brands: ["VISA"] };
    create = async () => ({ hostedId: "with-widget", redirectUrl: "https://pay.example", widget, returnMac: "mac" });
    const visitor = await shop.customer(PREPAID);
    expect(await begin(visitor, { locale: "fr" })).toEqual({ ok: true, value: { redirectUrl: "/fr/checkout/6" } });
    expect(await paymentsOf(visitor)).toMatchObject([{ hosted_id: "with-widget", widget, return_mac: "mac" }]);
  });

  test("and holds the device until it expires", async () => {
    const visitor = await shop.customer(WITH_DEVICE);
    const left = async (at: string) => (await availableStock(shop.sale.db, new Date(at))).get(WITH_DEVICE.mobile) ?? 0;
    const before = await left("2026-11-23T10:29:59Z");
    await begin(visitor);
    expect(await left("2026-11-23T10:29:59Z")).toBe(before - 1);
    expect(await left("2026-11-23T10:30:00Z")).toBe(await shop.pieces());
  });

  test("anew after one that was declined", async () => {
    const visitor = await shop.customer(PREPAID);
    await begin(visitor);
    shop.outcomes.set(`page-${pages}`, "declined");
    shop.sale.clock.now = new Date("2026-11-23T10:01:00Z");
    expect(await begin(visitor)).toEqual(page(pages));
    shop.sale.clock.now = new Date("2026-11-23T10:00:00Z");
    expect((await paymentsOf(visitor)).map(({ state }) => state)).toEqual(["declined", "open"]);
  });

  test("anew for another choice; the previous payment is closed", async () => {
    const { checkout, ...visitor } = await shop.customer(PREPAID);
    const before = await shop.pay(checkout, `earlier-${checkout.id}`);
    shop.outcomes.set(`earlier-${checkout.id}`, "pending");
    const { record, shown } = await shop.ready({ type: "Tariff", tariff: "PREPAID10" });
    await changeCheckout(shop.sale.db, shop.sale.needs, checkout, { record, shown });
    expect(await begin(visitor)).toEqual(page(pages));
    const states = (await paymentsOf(visitor)).map(({ state, amount }) => `${state} ${amount}`);
    expect(new Set(states)).toEqual(new Set(["cancelled 2000", "open 1000"]));
    expect(await shop.sale.jobs()).toContainEqual(
      expect.objectContaining({ name: "cancel-payment", payload: { paymentId: before.id } }),
    );
  });
});

test("a payment that starts while another tab changes the choice is for the changed one", async () => {
  const { checkout, ...visitor } = await shop.customer(PREPAID);
  const { record, shown } = await shop.ready({ type: "Tariff", tariff: "PREPAID10" });
  const { beginning } = await shop.sale.db.transaction().execute(async (tx) => {
    await changeCheckout(tx, shop.sale.needs, checkout, { record, shown });
    const began = begin(visitor);
    await shop.sale.endsOrWaits(began);
    return { beginning: began };
  });
  expect(await beginning).toMatchObject({ ok: true });
  expect(await paymentsOf(visitor)).toMatchObject([{ amount: 1000 }]);
});

describe("no payment starts", () => {
  const none = async (visitor: Visitor) => expect(await paymentsOf(visitor)).toEqual([]);

  test("if nothing is due", async () => {
    const visitor = await shop.customer(SMART30);
    expect(await begin(visitor)).toEqual({ ok: true, value: { amount: 0 } });
    await none(visitor);
  });

  test("for a business customer, who gets a bill", async () => {
    const { checkout, ...visitor } = await shop.customer(WITH_DEVICE, { profile: BUSINESS });
    expect(checkout.shown.quote.dueNow).toBe(9900);
    expect(await begin(visitor)).toEqual({ ok: true, value: { amount: 0 } });
    await none(visitor);
  });

  test("for an order that will be held", async () => {
    const visitor = await shop.customer(WITH_DEVICE, { solvent: false });
    expect(await begin(visitor)).toEqual({ ok: true, value: { amount: 0 } });
    await none(visitor);
  });

  test.each([PREPAID, SMART30])("before the customer is created: %j", async (record) => {
    const visitor = await shop.customer(record, { change: { customerCreated: null } });
    expect(await begin(visitor)).toEqual(stepRefused("5"));
    await none(visitor);
  });

  test("for others than the customer, or in an unknown checkout", async () => {
    const { checkoutId } = await shop.customer(PREPAID);
    expect(await begin({ checkoutId, token: null })).toEqual(stepRefused("3"));
    expect(await begin({ checkoutId: "x".repeat(32), token: null })).toMatchObject({
      failure: { name: "checkoutUnknown" },
    });
  });

  test("at a price that differs from the page's", async () => {
    const visitor = await shop.customer(PREPAID);
    expect(await begin(visitor, { shown: { billing: 0, oneTime: 0, total: 10 } })).toMatchObject({
      failure: { name: "priceChanged", checkout: { total: 20, previous: { total: 10 } } },
    });
    await none(visitor);
    expect(await begin(visitor, { shown: { billing: 0, oneTime: 0, total: 20 } })).toMatchObject({ ok: true });
  });

  test("for a product that is no longer sold", async () => {
    const visitor = await shop.customer(PREPAID);
    await shop.sale.query(`update checkouts set record = '{"type":"Tariff","tariff":"GONE"}' where id = $1`, [
      visitor.checkoutId,
    ]);
    expect(await begin(visitor)).toMatchObject({ ok: false, failure: { name: "stepRefused", page: null } });
    await none(visitor);
  });

  test("for a device that is sold out, with that message", async () => {
    const visitor = await shop.customer(WITH_DEVICE);
    const pieces = await shop.pieces();
    await shop.sale.query("update stock set on_hand = 0 where article = $1", [WITH_DEVICE.mobile]);
    expect(await begin(visitor)).toEqual({ ok: false, failure: { name: "noStock" } });
    await shop.sale.query("update stock set on_hand = $2 where article = $1", [WITH_DEVICE.mobile, pieces]);
    await none(visitor);
    expect((await shop.sale.reload(visitor.checkoutId)).locale).toBe("de");
  });

  test("for another shopper's number; a free one is held until the payment ends", async () => {
    const now = shop.sale.clock.now;
    const msisdn = "41785559999";
    await loadNumbers(shop.sale.db, [msisdn], { actor: "anna", reason: null, now });
    const { checkout: first, ...visitor } = await shop.customer(WITH_DEVICE, { form: { newMsisdn: msisdn } });
    expect(await begin(visitor)).toMatchObject({ ok: true });
    const [hold] = await shop.sale.query<{ until: Date }>("select until from number_holds where checkout_id = $1", [
      first.id,
    ]);
    const [payment] = await shop.sale.query<{ expires_at: Date }>(
      "select expires_at from payments where checkout_id = $1",
      [first.id],
    );
    expect(hold?.until.getTime()).toBeGreaterThanOrEqual(payment?.expires_at.getTime() ?? Infinity);
    const late = await shop.customer(WITH_DEVICE, { form: { newMsisdn: msisdn } });
    expect(await begin(late)).toEqual({
      ok: false,
      failure: { name: "refusedFields", fields: { newMsisdn: "refused.number" } },
    });
    await none(late);
  });

  test("for an order that is placed or cancelled", async () => {
    const order = await shop.paid(PREPAID);
    const visitor = { checkoutId: order.checkoutId, token: null };
    expect(await begin(visitor)).toEqual(stepRefused("7"));
    await shop.sale.query("update orders set status = 'cancelled' where id = $1", [order.id]);
    expect(await begin(visitor)).toEqual(stepRefused("7"));
    expect(requests).toEqual([]);
  });

  test("if the open one turns out to be paid: the order is placed", async () => {
    const visitor = await shop.customer(PREPAID);
    await begin(visitor);
    shop.outcomes.set(`page-${pages}`, "paid");
    expect(await begin(visitor)).toEqual(stepRefused("7"));
    expect((await shop.sale.reload(visitor.checkoutId)).order).toMatchObject({ status: "placed" });
    expect(requests).toHaveLength(1);
  });

  test("if the order is placed while the provider is asked about the open one", async () => {
    const { checkout, ...visitor } = await shop.customer(PREPAID);
    await begin(visitor);
    status = async () => {
      await shop.sale.order(checkout.id, checkout.account?.id ?? "");
      return { outcome: "pending" };
    };
    expect(await begin(visitor)).toEqual(stepRefused("7"));
    expect(requests).toHaveLength(1);
  });
});

describe("the payment of a released order", () => {
  test("is for the ordered products, regardless of the current catalogue, and holds no second piece", async () => {
    const order = await shop.awaiting();
    const visitor = { checkoutId: order.checkoutId, token: null };
    const pieces = await shop.pieces();
    await shop.sale.sell(demoWith("devices", WITH_DEVICE.mobile, { downPayment: 8900 }));
    await shop.sale.query("update stock set on_hand = 0 where article = $1", [WITH_DEVICE.mobile]);
    expect(await begin(visitor, { shown: { billing: 1, oneTime: 1, total: 1 } })).toEqual(page(pages));
    await shop.sale.sell(demoWith("devices", WITH_DEVICE.mobile, { downPayment: 9900 }));
    await shop.sale.query("update stock set on_hand = $2 where article = $1", [WITH_DEVICE.mobile, pieces]);
    expect(await paymentsOf(visitor)).toMatchObject([{ state: "open", amount: 9900 }]);
    expect(await shop.sale.query("select 1 from stock_holds where checkout_id = $1", [order.checkoutId])).toEqual([]);
  });
});
