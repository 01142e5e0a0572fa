import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { wideLimits } from "../support/wide-limits.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { demoCatalogue } from "../support/demo-catalogue.ts";
import { sell } from "../support/sell.ts";
import { personForm, picture } from "../support/people.ts";

let shop: Shop;
let image: Blob;
beforeAll(async () => {
  [shop, image] = await Promise.all([
    startShop({ env: { ...wideLimits({ registrationsPerAddress: 10000 }) } }),
    picture(),
  ]);
});
afterAll(() => shop.stop());

let people = 0;
async function readyToOrder(record: Parameters<Shopper["choose"]>[0]): Promise<Shopper> {
  const shopper = shop.shopper();
  await shopper.choose(record);
  await shopper.becomeCustomer(`racer${(people += 1)}@example.ch`, image);
  return shopper;
}

const pieces = async (article: string, count?: number): Promise<number> => {
  if (count !== undefined)
    await shop.database.pool.query("update stock set on_hand = $2 where article = $1", [article, count]);
  const { rows } = await shop.database.pool.query<{ on_hand: number }>("select on_hand from stock where article = $1", [
    article,
  ]);
  return rows[0]?.on_hand ?? -1;
};

/** Loads the demo catalogue with SMART 30 at another price, as the newest version. */
async function changePrice(rappen: number): Promise<void> {
  const mobileTariffs = demoCatalogue.mobileTariffs.map((tariff) =>
    tariff.code === "SMART30" || tariff.code === "PREPAID10"
      ? { ...tariff, prices: tariff.prices.map((price) => ({ ...price, price: rappen })) }
      : tariff,
  );
  await sell(shop.kasse.services.db, { ...demoCatalogue, mobileTariffs } satisfies Catalogue);
}

describe("the last device", () => {
  test("50 racing shoppers: one order, and the others get sold out", { timeout: 300_000 }, async () => {
    const shoppers: Shopper[] = [];
    await pieces("PIZLITE", 1);
    for (let at = 0; at < 50; at += 10) {
      shoppers.push(
        ...(await Promise.all(
          Array.from({ length: 10 }, () => readyToOrder({ type: "Tariff", tariff: "SMART30", mobile: "PIZLITE" })),
        )),
      );
    }
    const replies = await Promise.all(shoppers.map((shopper) => shopper.call("createOrder", {})));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    const refused = replies.filter((reply) => reply.status !== 200);
    for (const reply of refused)
      expect(reply).toMatchObject({ status: 409, body: { code: "NO_STOCK", message: expect.any(String) } });
    expect(await pieces("PIZLITE")).toBe(0);
    const { rows } = await shop.database.pool.query("select 1 from orders where record->>'mobile' = 'PIZLITE'");
    expect(rows).toHaveLength(1);
    const late = shop.shopper();
    await late.choose({ type: "Tariff", tariff: "SMART30", mobile: "PIZLITE" });
    expect(await expectOk("prepare 1", late.prepare("1"))).toMatchObject({ onStock: 0 });
    expect((await late.prepare("3")).body).toEqual({ page: "1" });
  });
});

describe("one checkout", () => {
  test("twenty simultaneous clicks create one order, one event, one stock movement", async () => {
    await pieces("AARE5", 5);
    const shopper = await readyToOrder({ type: "Tariff", tariff: "SMART60", mobile: "AARE5" });
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => expectOk("order", shopper.call("createOrder", {}))),
    );
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(await pieces("AARE5")).toBe(4);
    const { rows } = await shop.database.pool.query(
      "select 1 from orders o join handovers h on h.order_id = o.id where o.checkout_id = $1",
      [shopper.checkoutId],
    );
    expect(rows).toHaveLength(1);
  });

  test("two tabs: the one that changes the record last decides, and then the order is final", async () => {
    const shopper = await readyToOrder({ type: "Tariff", tariff: "SMART60" });
    const replies = await Promise.all([
      shopper.call("createOrder", {}),
      shopper.call("checkout", { id: shopper.checkoutId, type: "Tariff", tariff: "SMART60", bundles: ["EU10"] }),
    ]);
    const order = await expectOk("order", shopper.call("createOrder", {}));
    expect(replies[0]).toMatchObject({ status: 200, body: order });
    const view = await expectOk("order page", shopper.call("order"));
    const changedFirst = replies[1].status === 200;
    expect(view.items.some((item) => item.bundle)).toBe(changedFirst);
    expect(
      (await shopper.call("checkout", { id: shopper.checkoutId, type: "Tariff", tariff: "SMART60" })).body,
    ).toEqual({ page: "7" });
  });

  test("another kind of contract requires the document again", async () => {
    const shopper = await readyToOrder({ type: "Tariff", tariff: "SMART60" });
    await shopper.choose({ type: "Tariff", tariff: "PREPAID20" });
    expect((await shopper.call("createOrder", {})).body).toEqual({ page: "5" });
    await expectOk("create", shopper.createCustomer(personForm(`racer${people}@example.ch`)));
    expect((await shopper.call("createOrder", {})).body).toEqual({ page: "6" });
  });
});

describe("the price changes while the shopper is at step 5", () => {
  test("postpaid: rejected with the new price, and nothing is sold at a price that was not shown", async () => {
    const shopper = await readyToOrder({ type: "Tariff", tariff: "SMART30" });
    await changePrice(3490);
    const refused = await shopper.call("createOrder", {});
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "PRICE_CHANGED", message: expect.any(String), checkout: { billing: 34.9 } },
    });
    expect((await shopper.call("createOrder", {})).status).toBe(409);
    expect((await shopper.choose({ type: "Tariff", tariff: "SMART30" })).billing).toBe(34.9);
    await expectOk("order", shopper.call("createOrder", {}));
    expect(await expectOk("order page", shopper.call("order"))).toMatchObject({ billing: 34.9 });
    await changePrice(2490);
    expect(await expectOk("order page", shopper.call("order"))).toMatchObject({ billing: 34.9 });
  });

  test("a summary in another language, or of another choice, shows exactly the catalogue's changes", async () => {
    const shopper = await readyToOrder({ type: "Tariff", tariff: "SMART30" });
    await changePrice(3490);
    shopper.locale = "fr";
    const french = await shopper.choose({ type: "Tariff", tariff: "SMART30", postBill: 1 });
    // The fee is the shopper's own choice: it is in both prices.
    expect(french).toMatchObject({ billing: 38.8, previous: { billing: 28.8, oneTime: 49, total: 0 } });
    // Until the shopper agrees it is in every answer, for the current record.
    expect(await shopper.choose({ type: "Tariff", tariff: "SMART30" })).toMatchObject({ previous: { billing: 24.9 } });
    const agreed = { billing: 34.9, oneTime: 49, total: 0 };
    expect(await shopper.choose({ type: "Tariff", tariff: "SMART30", agreed })).not.toHaveProperty("previous");
    expect(await shopper.choose({ type: "Tariff", tariff: "SMART30" })).not.toHaveProperty("previous");
    await changePrice(2490);
  });

  test("the answer about a changed price is in the language of the request", async () => {
    const shopper = await readyToOrder({ type: "Tariff", tariff: "SMART30", bundles: ["EU10"] });
    await changePrice(3490);
    shopper.locale = "fr";
    const { body } = await shopper.call("createOrder", {});
    shopper.locale = "de";
    const german = await shopper.call("createOrder", {});
    const namesOf = (answer: unknown) =>
      (answer as { checkout: { items: Record<string, { name: string }>[] } }).checkout.items.flatMap((item) =>
        Object.values(item).map(({ name }) => name),
      );
    expect(namesOf(body)).not.toEqual(namesOf(german.body));
    await changePrice(2490);
  });

  test("the prices shown in two tabs are independent: an order contains the price on its page", async () => {
    const shopper = await readyToOrder({ type: "Tariff", tariff: "SMART30" });
    const shown = { billing: 24.9, oneTime: 49, total: 0 };
    await changePrice(3490);
    // Another tab opens in another language; its shopper has not answered the question yet.
    shopper.locale = "fr";
    await shopper.choose({ type: "Tariff", tariff: "SMART30" });
    const refused = { status: 409, body: { code: "PRICE_CHANGED", checkout: { billing: 34.9, previous: shown } } };
    expect(await shopper.call("createOrder", { shown })).toMatchObject(refused);
    // Showing the price in that tab is not an agreement.
    const dearer = { ...shown, billing: 34.9 };
    expect(await shopper.call("createOrder", { shown: dearer })).toMatchObject(refused);
    // The other tab agrees; the first one still shows the old price.
    await shopper.choose({ type: "Tariff", tariff: "SMART30", agreed: dearer });
    expect(await shopper.call("createOrder", { shown })).toMatchObject(refused);
    await expectOk("order", shopper.call("createOrder", { shown: dearer }));
    await changePrice(2490);
  });

  test("a reload or another language does not void a payment in progress: it keeps its price", async () => {
    await changePrice(1000);
    const shopper = await readyToOrder({ type: "Tariff", tariff: "PREPAID10" });
    const begun = await expectOk("payment", shopper.call("prepareTransaction", {}));
    await changePrice(1500);
    shopper.locale = "fr";
    const french = await shopper.choose({ type: "Tariff", tariff: "PREPAID10" });
    expect(french).toMatchObject({ total: 10 });
    expect(french).not.toHaveProperty("previous");
    expect(await expectOk("payment again", shopper.call("prepareTransaction", {}))).toEqual(begun);
  });

  test("prepaid: rejected before the payment; an open payment keeps its price", async () => {
    await changePrice(1000);
    const waiting = await readyToOrder({ type: "Tariff", tariff: "PREPAID10" });
    const paying = await readyToOrder({ type: "Tariff", tariff: "PREPAID10" });
    const begun = await expectOk("payment", paying.call("prepareTransaction"));
    await changePrice(1500);
    expect(await waiting.call("prepareTransaction")).toMatchObject({
      status: 409,
      body: { code: "PRICE_CHANGED", checkout: { total: 15, previous: { billing: 0, oneTime: 0, total: 10 } } },
    });
    if (!("redirectUrl" in begun)) throw new Error("There is something to pay");
    // Never both: the open payment is returned at its price, without a new price.
    expect(await expectOk("payment again", paying.call("prepareTransaction"))).toEqual(begun);
    await paying.pressAtProvider(begun.redirectUrl, "pay");
    await expectOk("order", paying.call("createOrder", { billPayed: true }));
    const { rows } = await shop.database.pool.query<{ total: number }>(
      "select (shown->'quote'->>'total')::int as total from orders where checkout_id = $1",
      [paying.checkoutId],
    );
    const { rows: paid } = await shop.database.pool.query<{ amount: number }>(
      "select amount from payments where checkout_id = $1",
      [paying.checkoutId],
    );
    expect(rows[0]?.total).toBe(paid[0]?.amount);
  });
});
