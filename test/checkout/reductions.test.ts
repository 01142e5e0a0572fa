import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Handle } from "#server/platform/database/database.ts";
import type { ReductionKeeper, ReductionUse } from "#server/sale/checkout/reductions.ts";
import { prepareTransaction } from "#server/sale/payment/begin.ts";
import { changeRecord } from "#server/sale/steps/change-record.ts";
import { prepare } from "#server/sale/steps/prepare.ts";
import { createOrder } from "#server/sale/steps/create-order.ts";
import { compose } from "../support/compose.ts";
import { handlerCall } from "../support/handler-call.ts";
import { orderServices, SMART30, type OrderServices } from "../support/order-services.ts";
import type { Visitor } from "../support/payment-services.ts";

const PREPAID = { type: "Tariff", tariff: "PREPAID20" } as const;
const VOUCHER = {
  reference: "SUMMER",
  name: { de: "Gutschein", en: "Voucher", fr: "Bon", it: "Buono", sr: "Vaučer" },
  off: { amount: 500 },
  when: "once",
  on: null,
} as const;
const MONTHLY = { ...VOUCHER, off: { percent: 10 }, when: { months: 6 } } as const;

let shop: OrderServices;
/** Whether purchases can still have the reduction. */
let isValid = true;
const held: (ReductionUse & { readonly until: Date })[] = [];
const taken: (ReductionUse & { readonly order: string })[] = [];
const keeper: ReductionKeeper = {
  hold: async (_tx: Handle, use) => (held.push(use), isValid),
  take: async (_tx: Handle, use) => void taken.push(use),
};

beforeAll(async () => {
  shop = await orderServices();
  shop.services.reductions.set("vouchers", keeper);
});
afterAll(() => shop.sale.close());
beforeEach(() => {
  isValid = true;
  held.length = 0;
  taken.length = 0;
});

const put = ({ checkoutId }: Visitor, reduction: typeof VOUCHER | typeof MONTHLY | null, by = "vouchers") =>
  shop.services.reduce({ checkoutId, by, reduction: reduction && { ...reduction }, locale: "en" });
const change = ({ checkoutId }: Visitor, body: object) =>
  changeRecord(shop.services)(handlerCall<"checkout">({ checkoutId, body: { id: checkoutId, ...body } } as never));
const begin = (visitor: Visitor) =>
  prepareTransaction(
    compose({
      ...shop.services,
      payments: {
        ...shop.services.payments,
        create: async () => ({ hostedId: crypto.randomUUID(), redirectUrl: "https://pay.example", widget: null }),
      },
    }),
  )(handlerCall<"prepareTransaction">({ ...visitor, body: { shown: null } } as never));
const order = (visitor: Visitor) =>
  createOrder(shop.services)(handlerCall<"createOrder">({ ...visitor, body: {} } as never));
const paymentsOf = ({ checkoutId }: Visitor) =>
  shop.sale.query<{ readonly state: string; readonly amount: number }>(
    "select state, amount from payments where checkout_id = $1 order by created_at",
    [checkoutId],
  );

test("it is a line of the answer, which every change of the record and another tab keep, until it is taken away", async () => {
  const visitor = await shop.visitor(SMART30);
  const reduced = await put(visitor, MONTHLY);
  expect(reduced).toMatchObject({ kind: "reduced", answer: { billing: 22.41, oneTime: 49, total: 0 } });
  const line = { other: { code: "reduction", name: "Voucher", billing: -2.49, oneTime: 0, total: 0 } };
  expect(reduced.kind === "reduced" && reduced.answer.items.at(-1)).toEqual({
    other: { ...line.other, reducedBy: "vouchers", reduction: { months: 6 } },
  });
  expect(await change(visitor, { type: "Tariff", tariff: "SMART60" })).toMatchObject({
    ok: true,
    value: { billing: 35.91, items: [expect.anything(), { other: { name: "Gutschein", billing: -3.99 } }] },
  });
  // The record on the wire cannot bring one.
  expect(await change(visitor, { type: "Tariff", tariff: "SMART60", reductions: [] })).toMatchObject({
    value: { billing: 35.91 },
  });
  expect(await put(visitor, null)).toMatchObject({ kind: "reduced", answer: { billing: 39.9 } });
});

test("each extension has at most one, and one that deducts nothing changes nothing", async () => {
  const visitor = await shop.visitor(SMART30);
  await put(visitor, VOUCHER);
  await put(visitor, MONTHLY);
  await put(visitor, VOUCHER, "staff");
  const { record } = await shop.sale.reload(visitor.checkoutId);
  expect(record.reductions).toEqual([
    { by: "vouchers", ...MONTHLY },
    { by: "staff", ...VOUCHER },
  ]);
  const prepaid = await shop.visitor(PREPAID);
  expect(await put(prepaid, MONTHLY)).toEqual({ kind: "unused" });
  expect((await shop.sale.reload(prepaid.checkoutId)).record.reductions).toBeUndefined();
  expect(await put({ checkoutId: "x".repeat(32), token: null }, VOUCHER)).toEqual({
    kind: "closed",
    why: "unknown",
  });
});

test("an order has it, and its keeper records the use in the transaction of the order", async () => {
  const visitor = await shop.customer(SMART30);
  await put(visitor, VOUCHER);
  const made = await order(visitor);
  expect(made).toMatchObject({ ok: true, value: { status: "placed" } });
  const number = made.ok ? made.value.orderNumber : "";
  expect(taken).toEqual([
    {
      checkoutId: visitor.checkoutId,
      order: number,
      email: visitor.checkout.account?.email,
      now: shop.sale.clock.now,
      reduction: { by: "vouchers", ...VOUCHER },
    },
  ]);
  const stored = await shop.reload({ number });
  expect(stored.shown.quote).toMatchObject({ firstBill: 4400 });
  expect(await put(visitor, null)).toEqual({ kind: "closed", why: "ordered" });
});

test("one that is lost before the order is removed, and the shopper sees both prices first", async () => {
  const visitor = await shop.customer(SMART30);
  await put(visitor, VOUCHER);
  isValid = false;
  expect(await order(visitor)).toMatchObject({
    ok: false,
    failure: { name: "priceChanged", checkout: { oneTime: 49, previous: { oneTime: 44 } } },
  });
  expect((await shop.sale.reload(visitor.checkoutId)).record.reductions).toEqual([]);
  // A page that asks for the price anew does not agree for the shopper.
  expect(await change(visitor, SMART30)).toMatchObject({ value: { oneTime: 49, previous: { oneTime: 44 } } });
  // The next press, which has seen the new price, orders at it.
  const shown = { billing: 24.9, oneTime: 49, total: 0 };
  expect(await change(visitor, { ...SMART30, agreed: shown })).toMatchObject({ ok: true });
  expect(await order(visitor)).toMatchObject({ ok: true });
  expect(taken).toEqual([]);
});

test("a payment holds it as long as it can be paid, and is of the reduced amount", async () => {
  const visitor = await shop.customer(PREPAID);
  await put(visitor, VOUCHER);
  expect(await begin(visitor)).toMatchObject({ ok: true, value: { redirectUrl: "https://pay.example" } });
  expect(await paymentsOf(visitor)).toEqual([{ state: "open", amount: 1500 }]);
  expect(held.map(({ until }) => until)).toEqual([new Date(shop.sale.clock.now.getTime() + 30 * 60_000)]);
  // Without it, the amount is another, so the page of the old payment can no longer be paid.
  await put(visitor, null);
  expect(await paymentsOf(visitor)).toEqual([{ state: "cancelled", amount: 1500 }]);
});

test("another one that deducts the same needs a payment of its own, because it is not held by the first", async () => {
  const visitor = await shop.customer(PREPAID);
  await put(visitor, VOUCHER);
  await begin(visitor);
  await shop.services.reduce({
    checkoutId: visitor.checkoutId,
    by: "vouchers",
    reduction: { ...VOUCHER, reference: "WINTER" },
    locale: "en",
  });
  expect(await paymentsOf(visitor)).toEqual([{ state: "cancelled", amount: 1500 }]);
  await begin(visitor);
  expect(held.map(({ reduction }) => reduction.reference)).toEqual(["SUMMER", "WINTER"]);
});

test("several are held in the order of their extensions' names", async () => {
  shop.services.reductions.set("staff", keeper);
  const visitor = await shop.customer(SMART30);
  await put(visitor, VOUCHER);
  await put(visitor, VOUCHER, "staff");
  expect(await order(visitor)).toMatchObject({ ok: true });
  expect([held, taken].map((uses) => uses.map(({ reduction }) => reduction.by))).toEqual([
    ["staff", "vouchers"],
    ["staff", "vouchers"],
  ]);
});

test("no answer has it in the record, which the browser compares with its own", async () => {
  const visitor = await shop.customer(SMART30);
  await put(visitor, VOUCHER);
  const answer = await prepare(shop.services as never)(
    handlerCall<"prepare">({ ...visitor, params: { step: "5", pageStep: "5" } } as never),
  );
  expect(answer).toMatchObject({ ok: true, value: { review: { record: SMART30 } } });
  expect(JSON.stringify(answer)).not.toContain("reductions");
});

test("one that is lost before the payment is never paid for", async () => {
  const visitor = await shop.customer(PREPAID);
  await put(visitor, VOUCHER);
  isValid = false;
  expect(await begin(visitor)).toMatchObject({
    ok: false,
    failure: { name: "priceChanged", checkout: { total: 20, previous: { total: 15 } } },
  });
  expect(await paymentsOf(visitor)).toEqual([]);
});

test("one that is lost during the payment stays, because it was paid", async () => {
  const visitor = await shop.customer(PREPAID);
  await put(visitor, VOUCHER);
  const payment = await shop.pay(await shop.sale.reload(visitor.checkoutId), "page");
  shop.outcomes.set("page", "paid");
  isValid = false;
  const outcome = await order(visitor);
  expect(outcome).toMatchObject({ ok: true, value: { billPayed: true } });
  expect(taken).toHaveLength(1);
  expect(await paymentsOf(visitor)).toEqual([{ state: "ordered", amount: payment.amount }]);
  expect(payment.amount).toBe(1500);
});

test("one of an extension that was switched off since is lost like any other", async () => {
  const visitor = await shop.customer(SMART30);
  await put(visitor, VOUCHER, "gone");
  expect(await order(visitor)).toMatchObject({ failure: { name: "priceChanged", checkout: { oneTime: 49 } } });
});
