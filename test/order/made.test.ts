import { randomUUID } from "node:crypto";
import type { TransferState } from "#core/phone-numbers/transfer-states.ts";
import { reportTransfer } from "#server/sale/order/transfer.ts";
import { toChf } from "#core/money/money.ts";
import { openForm } from "#server/sale/identity/sealed-identity.ts";
import { TEST_SEALS } from "../support/seals.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimDocument, documentHash, ownerOfDocument } from "#server/sale/document/claims.ts";
import type { Cause } from "#server/sale/order/finalise.ts";
import { loadOrder, type Order } from "#server/sale/order/order.ts";
import { demoWith } from "../support/demo-catalogue.ts";
import { BUSINESS, orderServices, SMART30, WITH_DEVICE, type OrderServices } from "../support/order-services.ts";
import { changeCheckout } from "#server/sale/checkout/queries.ts";
import { moveOrder } from "#server/sale/order/queries.ts";

let shop: OrderServices;
beforeAll(async () => {
  shop = await orderServices();
});
afterAll(() => shop.sale.close());

const PRESS: Cause = { press: { seen: null, locale: "fr" } };
const press = (checkoutId: string, cause = PRESS) => shop.services.orders.make({ id: checkoutId, record: {} }, cause);
const paymentsOf = (checkoutId: string) =>
  shop.sale.query<{ state: string; refund: boolean }>(
    "select state, refund_requested_at is not null as refund from payments where checkout_id = $1 order by created_at, id",
    [checkoutId],
  );
let hosted = 0;
async function payFor(checkoutId: string) {
  const hostedId = `made-${(hosted += 1)}`;
  shop.outcomes.set(hostedId, "paid");
  const payment = await shop.pay(await shop.sale.reload(checkoutId), hostedId);
  return { payment, settle: () => shop.services.settlement.settle(payment) };
}

describe("the shopper's press places the order", () => {
  test("with everything that was chosen, typed and shown", async () => {
    const terms = { version: "1", at: "2026-11-23T09:00:00Z", locale: "it", documents: [] } as const;
    const checkout = await shop.ready(WITH_DEVICE, { profile: BUSINESS, change: { terms } });
    expect(await press(checkout.id)).toEqual({
      kind: "ordered",
      order: { number: expect.stringMatching(/^K\d+$/), status: "placed", billPaid: false },
    });
    const order = await loadOrder(shop.sale.db, { checkoutId: checkout.id });
    const customer = order && (await openForm(TEST_SEALS, checkout.id, order.customer));
    expect({ ...order, customer }).toMatchObject({
      checkoutId: checkout.id,
      status: "placed",
      createdAt: shop.sale.clock.now,
      locale: "fr",
      record: checkout.record,
      shown: checkout.shown,
      customer: { ...checkout.form, typeOfBill: "email" },
      documentId: checkout.documentId,
      terms,
      business: true,
      payUntil: null,
      account: checkout.account,
      payment: null,
      progress: null,
    });
    expect(await loadOrder(shop.sale.db, { id: order?.id ?? "" })).toEqual(order);
  });

  test("once: pressing again returns it", async () => {
    const { id } = await shop.ready(SMART30);
    const first = await press(id);
    expect(await press(id)).toEqual(first);
    expect(await shop.sale.query("select 1 from orders where checkout_id = $1", [id])).toHaveLength(1);
  });

  test("once, after any number of simultaneous presses", async () => {
    const { id } = await shop.ready(SMART30);
    const presses = await Promise.all(Array.from({ length: 5 }, () => press(id)));
    expect(new Set(presses.map((made) => made.kind === "ordered" && made.order.number)).size).toBe(1);
  });

  test("and closes the checkout for changes decided before", async () => {
    const checkout = await shop.ready(SMART30);
    await press(checkout.id);
    const { revision } = await shop.sale.reload(checkout.id);
    expect(revision).toBe(checkout.revision + 1);
    expect(await changeCheckout(shop.sale.db, shop.sale.needs, checkout, { locale: "it" })).toBe(false);
    const [row] = await shop.sale.query<{ updated_at: Date }>("select updated_at from checkouts where id = $1", [
      checkout.id,
    ]);
    expect(row?.updated_at).toEqual(shop.sale.clock.now);
  });

  test("after which the document belongs to its customer", async () => {
    const { documentHash: hash, account } = await shop.made();
    expect(hash && (await ownerOfDocument(shop.sale.db, hash))).toBe(account.id);
  });

  test("on hold and not handed over, if the customer is not solvent", async () => {
    const order = await shop.held(SMART30);
    expect(order).toMatchObject({ status: "onHold", payment: null });
    expect(await shop.jobsOf(order)).toEqual([
      { name: "mail-order", payload: { orderId: order.id, about: "onHold" }, key: `mail-order:${order.id}` },
    ]);
    expect(await shop.eventsOf(order)).toEqual([]);
  });
});

describe("no order is placed", () => {
  const without = async (change: object) => (await shop.ready(SMART30, { change })).id;

  test("for an unknown checkout", async () => {
    expect(await press("x".repeat(32))).toEqual({ kind: "unknown" });
  });

  test("before everything is complete", async () => {
    expect(await press(await without({ customerCreated: null }))).toEqual({ kind: "notAllowed", page: "5" });
    const unpaid = await shop.ready(WITH_DEVICE);
    expect(await press(unpaid.id)).toEqual({ kind: "notAllowed", page: "6" });
  });

  test("for a product that is no longer sold", async () => {
    const { id } = await shop.ready(SMART30);
    await shop.sale.query(`update checkouts set record = '{"type":"Tariff","tariff":"GONE"}' where id = $1`, [id]);
    expect(await press(id)).toEqual({ kind: "notAllowed", page: null });
  });

  test("by a missing payment", async () => {
    const { id } = await shop.ready(SMART30);
    expect(await shop.services.orders.make({ id, record: {} }, "payment")).toMatchObject({ kind: "notAllowed" });
    expect((await shop.sale.reload(id)).order).toBeNull();
  });

  test("at a price that differs from the page's", async () => {
    const { id } = await shop.ready(SMART30);
    const seen = { billing: toChf(100), oneTime: toChf(100), total: toChf(0) };
    expect(await press(id, { press: { seen, locale: "de" } })).toMatchObject({
      kind: "priceChanged",
      checkout: { id },
    });
    expect((await shop.sale.reload(id)).order).toBeNull();
  });

  test("with a document from another customer's order placed in the meantime; stock is unchanged", async () => {
    const { form } = await shop.ready(SMART30);
    if (!form) throw new Error("There is a form");
    const record = { type: "Device", tariff: "SMART30", mobile: "PIZLITE" } as const;
    const { id } = await shop.ready(record, { form: { idNo: form.idNo } });
    const stranger = await shop.sale.account("stranger@example.ch");
    await claimDocument(shop.sale.db, documentHash(shop.services.documentNumberKey, form), stranger);
    const pieces = () => shop.sale.query("select on_hand from stock where article = 'PIZLITE'");
    const before = await pieces();
    expect(await press(id)).toEqual({ kind: "documentTaken" });
    expect(await pieces()).toEqual(before);
  });

  test("by one of two customers with the same document who press at once, and no piece is lost", async () => {
    const record = { type: "Device", tariff: "SMART30", mobile: "PIZLITE" } as const;
    const one = await shop.ready(record);
    const other = await shop.ready(record, { form: { idNo: one.form?.idNo ?? "" } });
    const pieces = async () =>
      (await shop.sale.query<{ on_hand: number }>("select on_hand from stock where article = 'PIZLITE'"))[0]?.on_hand;
    const before = await pieces();
    const outcomes = await Promise.all([press(one.id), press(other.id)]);
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(["documentTaken", "ordered"]);
    expect(await pieces()).toBe(Number(before) - 1);
  });

  test("for a device that is sold out; its document stays free", async () => {
    const record = { type: "Device", tariff: "SMART30", mobile: "PIZLITE" } as const;
    const { id, form } = await shop.ready(record);
    await shop.sale.query("update stock set on_hand = 0 where article = 'PIZLITE'");
    expect(await press(id)).toEqual({ kind: "noStock" });
    if (!form) throw new Error("There is a form");
    expect(await ownerOfDocument(shop.sale.db, documentHash(shop.services.documentNumberKey, form))).toBeNull();
    await shop.sale.query("update stock set on_hand = 50 where article = 'PIZLITE'");
  });
});

describe("a payment places the order", () => {
  test("in the language of the page where it started, and belongs to it", async () => {
    const checkout = await shop.ready(WITH_DEVICE, { change: { locale: "it" } });
    const { payment, settle } = await payFor(checkout.id);
    expect(await settle()).toBe("ordered");
    const order = await loadOrder(shop.sale.db, { checkoutId: checkout.id });
    expect(order).toMatchObject({ status: "placed", locale: "it", payment: { id: payment.id, amount: 9900 } });
    const [row] = await shop.sale.query("select bill_paid from orders where id = $1", [order?.id]);
    expect(row).toEqual({ bill_paid: true });
    expect(await press(checkout.id)).toMatchObject({ kind: "ordered", order: { status: "placed", billPaid: true } });
    expect(await paymentsOf(checkout.id)).toEqual([{ state: "ordered", refund: false }]);
  });

  test("at the price that was paid, even if the catalogue has changed since", async () => {
    const checkout = await shop.ready(WITH_DEVICE);
    const { settle } = await payFor(checkout.id);
    await shop.sale.sell(demoWith("devices", WITH_DEVICE.mobile, { downPayment: 8900 }));
    expect(await settle()).toBe("ordered");
    await shop.sale.sell(demoWith("devices", WITH_DEVICE.mobile, { downPayment: 9900 }));
    expect(await loadOrder(shop.sale.db, { checkoutId: checkout.id })).toMatchObject({ shown: checkout.shown });
  });

  test("unless the order is no longer possible: then it is refunded", async () => {
    const checkout = await shop.ready(WITH_DEVICE);
    const { settle } = await payFor(checkout.id);
    const before = await shop.pieces();
    await shop.sale.query("update stock set on_hand = 0 where article = $1", [WITH_DEVICE.mobile]);
    expect(await settle()).toBe("paid");
    await shop.sale.query("update stock set on_hand = $2 where article = $1", [WITH_DEVICE.mobile, before]);
    expect(await paymentsOf(checkout.id)).toEqual([{ state: "paid", refund: true }]);
    expect((await shop.sale.reload(checkout.id)).order).toBeNull();
  });

  test("unless its customer no longer exists: then it is refunded", async () => {
    const checkout = await shop.ready(WITH_DEVICE);
    const { settle } = await payFor(checkout.id);
    await changeCheckout(shop.sale.db, shop.sale.needs, checkout, { customerCreated: null });
    expect(await settle()).toBe("paid");
    expect(await paymentsOf(checkout.id)).toEqual([{ state: "paid", refund: true }]);
  });

  test("unless it waits for its refund, even if it would fit again: order and refund exclude each other", async () => {
    const checkout = await shop.ready(WITH_DEVICE);
    const { customerCreated } = checkout;
    const { settle } = await payFor(checkout.id);
    await changeCheckout(shop.sale.db, shop.sale.needs, checkout, { customerCreated: null });
    expect(await settle()).toBe("paid");
    await changeCheckout(shop.sale.db, shop.sale.needs, await shop.sale.reload(checkout.id), { customerCreated });
    expect(await press(checkout.id)).toEqual({ kind: "notAllowed", page: "6" });
    expect(await paymentsOf(checkout.id)).toEqual([{ state: "paid", refund: true }]);
  });

  test("alone: another payment for the same checkout is refunded", async () => {
    const checkout = await shop.ready(WITH_DEVICE);
    const { payment } = await payFor(checkout.id);
    await shop.sale.query("update payments set state = 'paid' where id = $1", [payment.id]);
    await shop.sale.query(
      `insert into payments (checkout_id, provider, state, amount, fingerprint, shown, expires_at, created_at)
       select checkout_id, provider, 'paid', amount, 'earlier', shown, expires_at, '2026-01-01' from payments where id = $1`,
      [payment.id],
    );
    expect(await press(checkout.id)).toMatchObject({ kind: "ordered", order: { status: "placed", billPaid: true } });
    expect(await paymentsOf(checkout.id)).toEqual([
      { state: "paid", refund: true },
      { state: "ordered", refund: false },
    ]);
  });

  test("unless another customer has ordered with the document: then it is refunded", async () => {
    const checkout = await shop.ready(WITH_DEVICE);
    const { settle } = await payFor(checkout.id);
    if (!checkout.form) throw new Error("There is a form");
    const stranger = await shop.sale.account("faster@example.ch");
    await claimDocument(shop.sale.db, documentHash(shop.services.documentNumberKey, checkout.form), stranger);
    expect(await settle()).toBe("paid");
    expect(await paymentsOf(checkout.id)).toEqual([{ state: "paid", refund: true }]);
  });

  test("once: a second payment of the same checkout is refunded", async () => {
    const order = await shop.paid();
    await shop.sale.query(
      `insert into payments (checkout_id, provider, state, amount, fingerprint, shown, expires_at)
       select checkout_id, provider, 'paid', amount, fingerprint, shown, expires_at from payments where checkout_id = $1`,
      [order.checkoutId],
    );
    expect(await shop.services.orders.make({ id: order.checkoutId, record: {} }, "payment")).toMatchObject({
      kind: "ordered",
    });
    const refunds = (await paymentsOf(order.checkoutId)).map(({ state, refund }) => `${state} ${refund}`);
    expect(new Set(refunds)).toEqual(new Set(["ordered false", "paid true"]));
    expect((await shop.reload(order)).payment?.id).toBe(order.payment?.id);
  });
});

describe("the payment of a released order", () => {
  test("places it and hands it over", async () => {
    const order = await shop.awaiting();
    const { payment, settle } = await payFor(order.checkoutId);
    expect(await settle()).toBe("ordered");
    expect(await shop.reload(order)).toMatchObject({ status: "placed", payment: { id: payment.id } });
    expect(await shop.eventsOf(order)).toMatchObject([
      { eventType: "ProductOrderCreateEvent", event: { productOrder: { payment: [{ reference: payment.id }] } } },
    ]);
    const [row] = await shop.sale.query("select bill_paid from orders where id = $1", [order.id]);
    expect(row).toEqual({ bill_paid: true });
    expect(await paymentsOf(order.checkoutId)).toEqual([{ state: "ordered", refund: false }]);
  });

  test("is answered with the placed order", async () => {
    const order = await shop.awaiting();
    const { payment } = await payFor(order.checkoutId);
    await shop.sale.query("update payments set state = 'paid' where id = $1", [payment.id]);
    expect(await press(order.checkoutId)).toEqual({
      kind: "ordered",
      order: { number: order.number, status: "placed", billPaid: true },
    });
  });

  test("that arrives after its cancellation is refunded", async () => {
    const order = await shop.awaiting();
    const { settle } = await payFor(order.checkoutId);
    await moveOrder(shop.sale.db, order.id, "cancelled");
    expect(await settle()).toBe("paid");
    expect(await shop.reload(order)).toMatchObject({ status: "cancelled", payment: null });
    expect(await paymentsOf(order.checkoutId)).toEqual([{ state: "paid", refund: true }]);
  });

  test("of another version of the checkout is refunded", async () => {
    const order = await shop.awaiting();
    const { payment, settle } = await payFor(order.checkoutId);
    await shop.sale.query("update payments set fingerprint = 'other' where id = $1", [payment.id]);
    expect(await settle()).toBe("paid");
    expect(await shop.reload(order)).toMatchObject({ status: "awaitingPayment" });
    expect(await paymentsOf(order.checkoutId)).toEqual([{ state: "paid", refund: true }]);
  });
});

test("an order changes state only as its table allows", async () => {
  const order = await shop.made();
  await expect(moveOrder(shop.sale.db, order.id, "awaitingPayment")).rejects.toThrow("cannot become awaitingPayment");
  expect(await shop.reload(order)).toMatchObject({ status: "placed" });
  await moveOrder(shop.sale.db, order.id, "cancelled");
  expect(await shop.reload(order)).toMatchObject({ status: "cancelled" });
  expect(await loadOrder(shop.sale.db, { number: "K1" })).toBeNull();
});

describe("one number has one transfer under way", () => {
  const transferring = (mnpMsisdn: string) => ({
    form: { mnp: true, mnpMsisdn, mnpSubscriptionType: "Postpaid" } as const,
  });
  const minutesLater = (count: number) => new Date(shop.sale.clock.now.getTime() + count * 60_000);
  let typed = 0;
  const newTransfer = () => `4179555${String((typed += 1)).padStart(4, "0")}`;
  const report = (order: Order, state: TransferState, at = shop.sale.clock.now) =>
    reportTransfer(shop.sale.db, order.number, { state, day: null, reason: null, eventId: randomUUID(), at });
  /** Tries to order with the number in another checkout. */
  const again = async (msisdn: string) => (await press((await shop.ready(SMART30, transferring(msisdn))).id)).kind;

  test("another order is refused; its document stays free, and its device in stock", async () => {
    const msisdn = newTransfer();
    await shop.made(SMART30, transferring(msisdn));
    const { id, form } = await shop.ready(
      { type: "Device", tariff: "SMART30", mobile: "PIZLITE" } as never,
      transferring(`+${msisdn}`),
    );
    const pieces = () => shop.sale.query("select on_hand from stock where article = 'PIZLITE'");
    const before = await pieces();
    expect(await press(id)).toEqual({ kind: "transferTaken" });
    expect(await pieces()).toEqual(before);
    if (!form) throw new Error("There is a form");
    expect(await ownerOfDocument(shop.sale.db, documentHash(shop.services.documentNumberKey, form))).toBeNull();
  });

  test("of six orders at the same moment, one is placed", async () => {
    const msisdn = newTransfer();
    const ready = await Promise.all(Array.from({ length: 6 }, () => shop.ready(SMART30, transferring(msisdn))));
    const made = await Promise.all(ready.map(({ id }) => press(id)));
    expect(made.filter(({ kind }) => kind === "ordered")).toHaveLength(1);
    expect(made.filter(({ kind }) => kind === "transferTaken")).toHaveLength(5);
  });

  test("an order on hold has it too", async () => {
    const msisdn = newTransfer();
    await shop.held(SMART30, transferring(msisdn));
    expect(await again(msisdn)).toBe("transferTaken");
  });

  test("after a cancellation, a refusal or its end it is free again; a new report about the first order starts it anew", async () => {
    const cancelled = newTransfer();
    const order = await shop.made(SMART30, transferring(cancelled));
    await shop.act("cancelPlaced", order);
    expect(await again(cancelled)).toBe("ordered");
    for (const state of ["refused", "completed"] as const) {
      const msisdn = newTransfer();
      const first = await shop.made(SMART30, transferring(msisdn));
      await report(first, "scheduled");
      expect(await again(msisdn)).toBe("transferTaken");
      await report(first, state, minutesLater(1));
      await report(first, "requested", minutesLater(2));
      expect(await again(msisdn)).toBe("transferTaken");
      await report(first, state, minutesLater(3));
      expect(await again(msisdn)).toBe("ordered");
    }
  });

  test("a late report about a cancelled order does not start it again", async () => {
    const msisdn = newTransfer();
    const order = await shop.made(SMART30, transferring(msisdn));
    await shop.act("cancelPlaced", order);
    await report(order, "requested");
    expect(await again(msisdn)).toBe("ordered");
  });

  test("if nobody reports how it went, it is free two months after the requested day", async () => {
    const msisdn = newTransfer();
    const { now } = shop.sale.clock;
    await shop.made(SMART30, transferring(msisdn));
    shop.sale.clock.now = minutesLater(59 * 24 * 60);
    expect(await again(msisdn)).toBe("transferTaken");
    shop.sale.clock.now = minutesLater(2 * 24 * 60);
    expect(await again(msisdn)).toBe("ordered");
    shop.sale.clock.now = now;
  });
});
