import { INSOLVENT } from "../support/insolvent.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk } from "../support/shopper.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { picture } from "../support/people.ts";

let shop: Shop;
let image: Blob;
beforeAll(async () => {
  [shop, image] = await Promise.all([startShop(), picture()]);
});
afterAll(() => shop.stop());

const TRANSFER = { mnp: 1, mnpMsisdn: "079 555 01 43", mnpSubscriptionType: "Prepaid", puk: "12345678" };

async function buy(email: string, changes: object, tariff = "SMART60") {
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff, binding: "182400001" });
  await shopper.becomeCustomer(email, image, { ...changes });
  await expectOk("order", shopper.call("createOrder", { billPayed: false }));
  // Noon on a Monday: the answer depends only on the day of the order.
  await shop.database.pool.query("update orders set created_at = $1 where checkout_id = $2", [
    "2026-11-23T11:00:00Z",
    shopper.checkoutId,
  ]);
  return shopper;
}

describe("what happens next, at GET /order", () => {
  test("a card, a transfer and a bill have their dates; the number requires the owner's token", async () => {
    const shopper = await buy("next@example.ch", TRANSFER);
    const { next } = await expectOk("order page", shopper.call("order"));
    expect(next).toEqual({
      sim: { kind: "post", expected: "2026-11-25" },
      number: { kind: "transfer", msisdn: "41795550143", earliest: "2026-11-26", wished: null, confirmBySms: true },
      parcel: null,
      firstBill: { expected: "2026-12-01", by: "email" },
    });
    shopper.token = null;
    expect((await expectOk("without token", shopper.call("order"))).next?.number?.msisdn).toBeNull();
    const stranger = shop.shopper();
    await stranger.logIn("mia.keller@example.ch");
    shopper.token = stranger.token;
    expect((await expectOk("another's token", shopper.call("order"))).next?.number?.msisdn).toBeNull();
  });

  test("an order on hold promises nothing", async () => {
    const shopper = await buy("held@example.ch", { ...TRANSFER, ...INSOLVENT });
    expect(await expectOk("order page", shopper.call("order"))).toMatchObject({ status: "onHold", next: null });
  });
});
