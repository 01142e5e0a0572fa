import { demoWith, demoWithout } from "../support/demo-catalogue.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadNumbers, listNumbers } from "#server/shop/phone-numbers/pool.ts";
import { heldNumber, holdNumber } from "#server/shop/phone-numbers/numbers.ts";
import { documentHash, ownerOfDocument } from "#server/sale/document/claims.ts";
import { BUSINESS, orderServices, SMART30, WITH_DEVICE, type OrderServices } from "../support/order-services.ts";

let shop: OrderServices;
beforeAll(async () => {
  shop = await orderServices();
});
afterAll(() => shop.sale.close());

let last = 0;
/** Adds a number to the pool that no other test uses. */
async function newNumber(): Promise<string> {
  const msisdn = `4178555${String((last += 1)).padStart(4, "0")}`;
  await loadNumbers(shop.sale.db, [msisdn], { actor: "anna", reason: null, now: shop.sale.clock.now });
  return msisdn;
}
const chosen = (newMsisdn: string) => ({ form: { newMsisdn } });
const press = (checkoutId: string) =>
  shop.services.orders.make({ id: checkoutId, record: {} }, { press: { seen: null, locale: "de" } });
const poolOf = async (msisdn: string) =>
  (await listNumbers(shop.sale.db, { pattern: msisdn, state: null, limit: 1, now: shop.sale.clock.now }))[0];
const minutes = (count: number) => new Date(shop.sale.clock.now.getTime() + count * 60_000);
const holdFor = (checkoutId: string, msisdn: string) =>
  shop.sale.db
    .transaction()
    .execute((tx) => holdNumber(tx, msisdn, { checkoutId, now: shop.sale.clock.now, until: minutes(30) }));

test("an order takes the number that its customer has chosen, and the operator is notified", async () => {
  const msisdn = await newNumber();
  const order = await shop.made(SMART30, chosen(msisdn));
  expect(await poolOf(msisdn)).toMatchObject({ state: "ordered", order: order.number });
  const [event] = await shop.eventsOf(order);
  expect(JSON.stringify(event)).toContain(
    `{"@type":"StringCharacteristic","name":"msisdn","valueType":"string","value":"${msisdn}"}`,
  );
});

test("an order ends the hold of a number that it does not take", async () => {
  const msisdn = await newNumber();
  const { id } = await shop.ready({ type: "TV Tariff", tv_tariff: "TVM" });
  await holdFor(id, msisdn);
  expect(await press(id)).toMatchObject({ kind: "ordered" });
  expect(await heldNumber(shop.sale.db, id, shop.sale.clock.now)).toBeNull();
  expect(await poolOf(msisdn)).toMatchObject({ state: "offered" });
});

test("an order on hold keeps its number", async () => {
  const msisdn = await newNumber();
  const order = await shop.held(SMART30, chosen(msisdn));
  expect(await poolOf(msisdn)).toMatchObject({ state: "ordered", order: order.number });
});

test.each([
  [
    "that brings a number along",
    SMART30,
    { form: { mnp: true, mnpMsisdn: "41791234567", mnpSubscriptionType: "Postpaid" } },
  ],
  ["for television", { type: "TV Tariff", tv_tariff: "TVM" } as const, {}],
])("an order %s takes none", async (_, record, more) => {
  const msisdn = await newNumber();
  const { id } = await shop.ready(record, {
    ...more,
    form: { ...("form" in more ? more.form : {}), newMsisdn: msisdn },
  });
  await press(id);
  expect(await poolOf(msisdn)).toMatchObject({ state: "offered" });
});

describe("no order is placed with a number", () => {
  test("that another shopper holds; the document stays free, and the device in stock", async () => {
    const msisdn = await newNumber();
    const other = await shop.ready(SMART30);
    expect(await holdFor(other.id, msisdn)).toBe(true);
    const { id, form } = await shop.ready(
      { type: "Device", tariff: "SMART30", mobile: "PIZLITE" } as never,
      chosen(msisdn),
    );
    const pieces = () => shop.sale.query("select on_hand from stock where article = 'PIZLITE'");
    const before = await pieces();
    expect(await press(id)).toEqual({ kind: "numberTaken" });
    expect(await pieces()).toEqual(before);
    if (!form) throw new Error("There is a form");
    expect(await ownerOfDocument(shop.sale.db, documentHash(shop.services.documentNumberKey, form))).toBeNull();
  });

  test("that is not in the pool", async () => {
    const { id } = await shop.ready(SMART30, chosen("41780000009"));
    expect(await press(id)).toEqual({ kind: "numberTaken" });
  });

  test("of a device that is sold out; the number stays free", async () => {
    const msisdn = await newNumber();
    const { id } = await shop.ready({ type: "Device", tariff: "SMART30", mobile: "PIZLITE" } as never, chosen(msisdn));
    await shop.sale.query("update stock set on_hand = 0 where article = 'PIZLITE'");
    expect(await press(id)).toEqual({ kind: "noStock" });
    expect(await poolOf(msisdn)).toMatchObject({ state: "offered" });
    await shop.sale.query("update stock set on_hand = 50 where article = 'PIZLITE'");
  });
});

test("two shoppers order with one number at the same moment: one gets it", async () => {
  const msisdn = await newNumber();
  const ready = await Promise.all(Array.from({ length: 6 }, () => shop.ready(SMART30, chosen(msisdn))));
  const made = await Promise.all(ready.map(({ id }) => press(id)));
  expect(made.map(({ kind }) => kind).toSorted()).toEqual([
    ...Array.from({ length: 5 }, () => "numberTaken"),
    "ordered",
  ]);
});

test("a cancelled order releases its number, which rests for the configured days", async () => {
  const msisdn = await newNumber();
  const order = await shop.made(SMART30, chosen(msisdn));
  expect(await shop.act("cancelPlaced", order)).toBe("done");
  expect(await poolOf(msisdn)).toMatchObject({
    state: "resting",
    order: null,
    availableFrom: minutes(shop.services.config.numberQuarantineDays * 24 * 60),
  });
});

describe("a payment", () => {
  async function pay(checkoutId: string) {
    const hostedId = `number-${checkoutId}`;
    shop.outcomes.set(hostedId, "paid");
    return shop.pay(await shop.sale.reload(checkoutId), hostedId);
  }

  test("places the order with the number", async () => {
    const msisdn = await newNumber();
    const { id } = await shop.ready(WITH_DEVICE, chosen(msisdn));
    expect(await shop.services.settlement.settle(await pay(id))).toBe("ordered");
    expect(await poolOf(msisdn)).toMatchObject({ state: "ordered" });
  });

  test("for a product that is no longer sold also places the order with the number, and with the bill by post", async () => {
    const msisdn = await newNumber();
    const { id } = await shop.ready({ ...WITH_DEVICE, postBill: true }, chosen(msisdn));
    const payment = await pay(id);
    await shop.sale.sell(demoWithout("devices", WITH_DEVICE.mobile));
    expect(await shop.services.settlement.settle(payment)).toBe("ordered");
    await shop.sale.sell(demoWith("devices", WITH_DEVICE.mobile, { downPayment: 9900 }));
    expect(await poolOf(msisdn)).toMatchObject({ state: "ordered" });
    const bill = await shop.sale.query("select customer->>'typeOfBill' as by from orders where checkout_id = $1", [id]);
    expect(bill).toEqual([{ by: "post" }]);
  });

  test("that arrives after another shopper got the number is refunded, and no order is placed", async () => {
    const msisdn = await newNumber();
    const late = await shop.ready(WITH_DEVICE, chosen(msisdn));
    const payment = await pay(late.id);
    const first = await shop.ready(SMART30, chosen(msisdn));
    expect(await press(first.id)).toMatchObject({ kind: "ordered" });
    await shop.services.settlement.settle(payment);
    expect((await shop.sale.reload(late.id)).order).toBeNull();
    expect(
      await shop.sale.query("select refund_requested_at is not null as refund from payments where id = $1", [
        payment.id,
      ]),
    ).toEqual([{ refund: true }]);
  });
});

test("a business customer's order takes none, whatever its form contains", async () => {
  const order = await shop.made(SMART30, { profile: BUSINESS });
  expect(await heldNumber(shop.sale.db, order.checkoutId, shop.sale.clock.now)).toBeNull();
});
