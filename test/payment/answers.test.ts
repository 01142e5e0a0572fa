import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk } from "../support/shopper.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { picture } from "../support/people.ts";

let shop: Shop;
let image: Blob;
beforeAll(async () => {
  image = await picture();
});

const faults = (wanted: Record<string, string>) =>
  fetch(`${shop.kasse.paymentOrigin}/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(wanted),
  });

async function readyToPay(email: string) {
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "PREPAID20" });
  await shopper.becomeCustomer(email, image);
  return shopper;
}

describe("with a hosted payment page", () => {
  beforeAll(async () => {
    shop = await startShop();
  });
  afterAll(() => shop.stop());

  test("an unfinished payment is pending; a provider that does not answer is a 503, and does not end the payment", async () => {
    const shopper = await readyToPay("pending@example.ch");
    const begun = (await expectOk("begin", shopper.call("prepareTransaction"))) as { redirectUrl: string };
    const hostedId = begun.redirectUrl.split("/").at(-1) ?? "";
    const pending = { status: { validPayment: false, transactionStatusCode: "PENDING" } };
    expect(await expectOk("status", shopper.transactionStatus(hostedId))).toEqual(pending);
    await faults({ status: "failing" });
    expect(await shopper.transactionStatus(hostedId)).toMatchObject({
      status: 503,
      body: { error: "REQUEST_FAILED_SERVER_ERROR", requestId: expect.any(String) },
    });
    await faults({ status: "normal" });
    expect(await expectOk("status", shopper.transactionStatus(hostedId))).toEqual(pending);
    expect(await shopper.transactionStatus("nobody's")).toMatchObject({
      status: 404,
      body: { message: expect.any(String) },
    });
  });

  test("a provider that is down when the payment starts leaves a reference to ask about", async () => {
    const shopper = await readyToPay("down@example.ch");
    await faults({ create: "failing" });
    expect(await shopper.call("prepareTransaction")).toMatchObject({
      status: 503,
      body: { requestId: expect.stringMatching(/^[\w-]{36}$/) },
    });
    await faults({ create: "normal" });
  });

  test("an unsigned report is rejected with a message, one for another provider is unknown", async () => {
    const report = { eventId: "1", hostedCheckoutId: "1" };
    const path = "/public-api/payment-webhook";
    expect(await shop.shopper().request("POST", `${path}/sandbox-hosted`, report)).toMatchObject({
      status: 403,
      body: { message: expect.any(String) },
    });
    expect((await shop.shopper().request("POST", `${path}/nobody`, report)).status).toBe(404);
  });
});

describe("with a card widget", () => {
  beforeAll(async () => {
    shop = await startShop({ env: { PAYMENT_PROVIDER: "sandbox-widget" } });
  });
  afterAll(() => shop.stop());

  test("the shopper stays on page 6, which has the data for the widget", async () => {
    const shopper = await readyToPay("widget@example.ch");
    shopper.locale = "fr";
    expect(await expectOk("begin", shopper.call("prepareTransaction"))).toEqual({ redirectUrl: "/fr/checkout/6" });
    expect(await expectOk("prepare 6", shopper.prepare("6"))).toEqual({
      amount: 20,
      lastOutcome: null,
      widget: {
        scriptUrl: expect.stringContaining(shop.kasse.paymentOrigin ?? "nowhere"),
        integrity: expect.stringMatching(/^sha(256|384|512)-/),
        formAction: expect.any(String),
        brands: ["VISA", "MASTER", "PAYPAL"],
      },
    });
  });
});
