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
async function readyToPay(tariff = "PREPAID20"): Promise<{ shopper: Shopper; email: string; redirectUrl: string }> {
  const shopper = shop.shopper();
  const email = `prepaid${(people += 1)}@example.ch`;
  await shopper.choose({ type: "Tariff", tariff });
  await shopper.becomeCustomer(email, image);
  const begun = await expectOk("prepare-transaction", shopper.call("prepareTransaction"));
  if (!("redirectUrl" in begun)) throw new Error("There is something to pay");
  return { shopper, email, redirectUrl: begun.redirectUrl };
}

const faults = (wanted: Record<string, string>) =>
  fetch(`${shop.kasse.paymentOrigin}/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(wanted),
  });

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

  test("a repeated request returns the running payment, and so do two racing clicks", async () => {
    const { shopper, redirectUrl } = await readyToPay();
    const again = await Promise.all([1, 2, 3, 4].map(() => expectOk("again", shopper.call("prepareTransaction"))));
    expect(again).toEqual([1, 2, 3, 4].map(() => ({ redirectUrl })));
    expect(await paymentStates(shopper)).toEqual(["open"]);
  });

  test("cancelled and declined end at page 6, which reports it; then the shopper pays after all", async () => {
    const { shopper, redirectUrl } = await readyToPay();
    const cancelled = await shopper.pressAtProvider(redirectUrl, "cancel");
    expect(await expectOk("status", shopper.transactionStatus(cancelled ?? ""))).toEqual({
      status: { validPayment: false, transactionStatusCode: "CANCELLED_BY_CONSUMER" },
    });
    expect(await expectOk("prepare 6", shopper.prepare("6"))).toMatchObject({ lastOutcome: "cancelled" });
    const second = (await expectOk("again", shopper.call("prepareTransaction"))) as { redirectUrl: string };
    expect(second.redirectUrl).not.toBe(redirectUrl);
    const declined = await shopper.pressAtProvider(second.redirectUrl, "decline");
    expect(await expectOk("status", shopper.transactionStatus(declined ?? ""))).toMatchObject({
      status: { transactionStatusCode: "DECLINED" },
    });
    expect(await expectOk("prepare 6", shopper.prepare("6"))).toMatchObject({ lastOutcome: "declined" });
    const third = (await expectOk("again", shopper.call("prepareTransaction"))) as { redirectUrl: string };
    await shopper.pressAtProvider(third.redirectUrl, "pay");
    await expectOk("order", shopper.call("createOrder", { billPayed: true }));
    expect(await paymentStates(shopper)).toEqual(["cancelled", "declined", "ordered"]);
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

  test("the webhook never arrives: the reconciliation job places the order", async () => {
    await faults({ webhook: "never" });
    const { shopper, redirectUrl } = await readyToPay();
    await shopper.pressAtProvider(redirectUrl, "pay-and-close");
    await shop.database.pool.query("select graphile_worker.add_job('settle-payments', '{}')");
    await eventually("the order", async () => (await orderCount(shopper)) === 1);
    await faults({ webhook: "normal" });
  });

  test.each(["before-return", "twice"])("a webhook %s places one order", async (webhook) => {
    await faults({ webhook });
    const { shopper, redirectUrl } = await readyToPay();
    const hostedId = await shopper.pressAtProvider(redirectUrl, "pay");
    await Promise.all([
      shopper.transactionStatus(hostedId ?? ""),
      shopper.call("createOrder", { billPayed: true }),
      shopper.prepare("6"),
    ]);
    await eventually("the order", async () => (await orderCount(shopper)) === 1);
    expect(await paymentStates(shopper)).toEqual(["ordered"]);
    await faults({ webhook: "normal" });
  });

  test("a payment for a record that has changed is refunded, and the shopper gets a mail", async () => {
    const { shopper, email, redirectUrl } = await readyToPay();
    await shopper.choose({ type: "Tariff", tariff: "PREPAID20", bundles: ["EU10"] });
    expect(await paymentStates(shopper)).toEqual(["cancelled"]);
    const hostedId = await shopper.pressAtProvider(redirectUrl, "pay");
    const { rows } = await shop.database.pool.query<{ outcome: string }>(
      "select outcome from sandbox_payments where id = $1",
      [hostedId],
    );
    // The provider was asked to close it; whichever came first decides whether there is money to refund.
    if (rows[0]?.outcome === "paid") {
      expect(await expectOk("status", shopper.transactionStatus(hostedId ?? ""))).toMatchObject({
        status: { validPayment: false },
      });
      await eventually("the refund", async () => (await paymentStates(shopper))[0] === "refunded");
      await eventually("the mail", async () =>
        (await shop.messages(email)).find((mail) => mail.subject.includes("zurückerstattet")),
      );
      expect(await expectOk("prepare 6", shopper.prepare("6"))).toMatchObject({ lastOutcome: "refunded", amount: 29 });
    }
    expect(await orderCount(shopper)).toBe(0);
  });

  test("a payment that the provider closed too late is refunded", async () => {
    const { shopper, email, redirectUrl } = await readyToPay();
    const hostedId = await shopper.pressAtProvider(redirectUrl, "pay-and-close");
    await shopper.choose({ type: "Tariff", tariff: "PREPAID10" });
    await eventually("the refund", async () => (await paymentStates(shopper))[0] === "refunded");
    expect(await expectOk("status", shopper.transactionStatus(hostedId ?? (await hostedOf(shopper))))).toEqual({
      status: { validPayment: false, transactionStatusCode: "PAID" },
    });
    await eventually("the mail", async () =>
      (await shop.messages(email)).find((mail) => mail.subject.includes("zurückerstattet")),
    );
    expect(await orderCount(shopper)).toBe(0);
  });

  test("nothing to pay: the order is placed directly", async () => {
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff: "PREPAID0" });
    await shopper.becomeCustomer("free@example.ch", image);
    expect(await expectOk("prepare-transaction", shopper.call("prepareTransaction"))).toEqual({ amount: 0 });
    expect((await shopper.prepare("6")).body).toEqual({ page: "5" });
    expect(await expectOk("order", shopper.call("createOrder", {}))).toMatchObject({ billPayed: false });
  });

  test("another shopper's payment is unknown, and a forged webhook is refused", async () => {
    const { shopper, redirectUrl } = await readyToPay();
    const hostedId = redirectUrl.split("/").at(-1) ?? "";
    const stranger = shop.shopper();
    await stranger.choose({ type: "Tariff", tariff: "PREPAID20" });
    expect((await stranger.transactionStatus(hostedId)).status).toBe(404);
    const forged = await stranger.request(
      "POST",
      "/public-api/payment-webhook/sandbox-hosted",
      { eventId: "1", hostedCheckoutId: hostedId },
      { "x-sandbox-signature": "00" },
    );
    expect(forged.status).toBe(403);
    expect(await paymentStates(shopper)).toEqual(["open"]);
  });

  test("a provider that does not answer gives 503, and the next attempt continues", async () => {
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff: "PREPAID10" });
    await shopper.becomeCustomer("slow@example.ch", image);
    await faults({ create: "failing" });
    expect(await shopper.call("prepareTransaction")).toMatchObject({
      status: 503,
      body: { code: "REQUEST_FAILED_SERVER_ERROR" },
    });
    await faults({ create: "normal" });
    expect(await expectOk("again", shopper.call("prepareTransaction"))).toHaveProperty("redirectUrl");
    expect(await paymentStates(shopper)).toEqual(["open"]);
  });
});

async function hostedOf(shopper: Shopper): Promise<string> {
  const { rows } = await shop.database.pool.query<{ hosted_id: string }>(
    "select hosted_id from payments where checkout_id = $1",
    [shopper.checkoutId],
  );
  return rows[0]?.hosted_id ?? "";
}
