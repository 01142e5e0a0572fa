import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, type Shopper } from "../support/shopper.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";
import { picture } from "../support/people.ts";

let shop: Shop;
let image: Blob;
beforeAll(async () => {
  [shop, image] = await Promise.all([startShop({ jobs: true }), picture()]);
});
afterAll(() => shop.stop());

let people = 0;
async function readyToPay(): Promise<{ shopper: Shopper; email: string; redirectUrl: string }> {
  const shopper = shop.shopper();
  const email = `prepaid${(people += 1)}@example.ch`;
  await shopper.choose({ type: "Tariff", tariff: "PREPAID20" });
  await shopper.becomeCustomer(email, image);
  const begun = await expectOk("prepare-transaction", shopper.call("prepareTransaction"));
  if (!("redirectUrl" in begun)) throw new Error("There is something to pay");
  return { shopper, email, redirectUrl: begun.redirectUrl };
}

async function paymentStates(shopper: Shopper): Promise<string[]> {
  const { rows } = await shop.database.pool.query<{ state: string }>(
    "select state from payments where checkout_id = $1 order by created_at",
    [shopper.checkoutId],
  );
  return rows.map((row) => row.state);
}

async function orderCount(shopper: Shopper): Promise<number> {
  const { rows } = await shop.database.pool.query("select 1 from orders where checkout_id = $1", [shopper.checkoutId]);
  return rows.length;
}

// The rules of settling are tested in settle.test.ts, begin.test.ts, calls.test.ts and refund.test.ts.
describe("a prepaid sale with a payment", () => {
  test("paid at the provider, it becomes the order", async () => {
    const { shopper, redirectUrl } = await readyToPay();
    expect(redirectUrl.startsWith(shop.kasse.paymentOrigin ?? "nowhere")).toBe(true);
    expect(await expectOk("prepare 6", shopper.prepare("6"))).toEqual({ amount: 20, lastOutcome: null, widget: null });
    expect((await shopper.call("createOrder", { billPayed: true })).body).toEqual({ page: "6" });
    const hostedId = await shopper.pressAtProvider(redirectUrl, "pay");
    expect(await expectOk("status", shopper.transactionStatus(hostedId ?? ""))).toEqual({
      status: { validPayment: true, transactionStatusCode: "PAID" },
    });
    expect(await expectOk("order", shopper.call("createOrder", { billPayed: true }))).toMatchObject({
      status: "placed",
      billPayed: true,
    });
    expect(await paymentStates(shopper)).toEqual(["ordered"]);
    expect(await orderCount(shopper)).toBe(1);
  });

  test("paid without returning: the webhook places the order, and the mail is sent", async () => {
    const { shopper, email, redirectUrl } = await readyToPay();
    await shopper.pressAtProvider(redirectUrl, "pay-and-close");
    await eventually("the order", async () => (await orderCount(shopper)) === 1);
    expect(await expectOk("prepare 7", shopper.prepare("7"))).toEqual({ solvent: true });
    expect(await eventually("the mail", async () => (await shop.messages(email))[0])).toMatchObject({
      channel: "mail",
    });
  });
});
