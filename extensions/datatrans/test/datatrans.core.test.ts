import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { DATATRANS, startDatatrans, type DatatransAct } from "../simulator/platform.ts";
import { returnSecret } from "#server/sale/payment/calls.ts";
import { picture } from "#test/support/people.ts";
import { expectOk, type Shopper } from "#test/support/shopper.ts";
import { eventually, startShop, type Shop } from "#test/support/shop.ts";

let datatrans: Awaited<ReturnType<typeof startDatatrans>>;
let shop: Shop;
let image: Blob;
beforeAll(async () => {
  datatrans = await startDatatrans();
  const env = {
    PAYMENT_PROVIDER: "datatrans",
    DATATRANS_URL: datatrans.url,
    DATATRANS_MERCHANT_ID: DATATRANS.merchant,
    DATATRANS_PASSWORD: DATATRANS.password,
    DATATRANS_SIGN_KEY: DATATRANS.signKey,
  };
  [shop, image] = await Promise.all([startShop({ jobs: true, env, periods: { paymentTimeout: 2000 } }), picture()]);
});
afterAll(async () => {
  await shop.stop();
  await datatrans.stop();
});
afterEach(() => {
  datatrans.state.mood = "well";
});

let people = 0;
async function readyToPay(customer = {}) {
  const shopper = shop.shopper();
  shopper.locale = "fr";
  await shopper.choose({ type: "Tariff", tariff: "PREPAID20" });
  await shopper.becomeCustomer(`twint${(people += 1)}@example.ch`, image, customer);
  return shopper;
}
async function begun() {
  const shopper = await readyToPay();
  await expectOk("begin", shopper.call("prepareTransaction"));
  const [payment] = await paymentsOf(shopper);
  return { shopper, hostedId: payment?.hosted_id ?? "", reference: payment?.id ?? "" };
}
async function paymentsOf(shopper: Shopper) {
  const { rows } = await shop.database.pool.query<{ id: string; state: string; hosted_id: string; method: string }>(
    "select id, state, hosted_id, method from payments where checkout_id = $1 order by created_at",
    [shopper.checkoutId],
  );
  return rows;
}
const back = (id: string) =>
  fetch(`${shop.url}/public-api/payment-result/datatrans?datatransTrxId=${encodeURIComponent(id)}`, {
    redirect: "manual",
  });
const settle = () => shop.database.pool.query("select graphile_worker.add_job('settle-payments', '{}')");
const ordersOf = async ({ checkoutId }: Shopper) =>
  (await shop.database.pool.query("select 1 from orders where checkout_id = $1", [checkoutId])).rows.length;

describe("the payment page of Datatrans", () => {
  test("is prepared with amount, methods, language and URLs, and TWINT is the first brand", async () => {
    const { hostedId, reference } = await begun();
    const sent = datatrans.transactions.get(hostedId)?.sent;
    const secret = returnSecret(shop.kasse.services.documentNumberKey, reference);
    const resultUrl = `${shop.kasse.services.config.publicUrl}/public-api/payment-result/datatrans/${secret}`;
    expect(sent).toMatchObject({
      amount: 2000,
      currency: "CHF",
      autoSettle: true,
      language: "fr",
      paymentMethods: ["TWI", "VIS", "ECA"],
      refno: reference.replaceAll("-", "").slice(0, 18),
      redirect: { successUrl: resultUrl, cancelUrl: resultUrl, errorUrl: resultUrl, method: "GET" },
    });
    expect(shop.kasse.services.payments.brands).toEqual(["TWINT", "VISA", "MASTER"]);
  });

  test("of racing clicks, from other addresses and in other languages, is the first one's for all", async () => {
    const shopper = await readyToPay();
    const { promise, resolve } = Promise.withResolvers<void>();
    datatrans.held.gate = promise;
    const calls = datatrans.calls.length;
    const first = shopper.call("prepareTransaction");
    await eventually("the first click is on its way", () => Promise.resolve(datatrans.calls.length > calls));
    const second = shopper.call("prepareTransaction");
    await eventually("the second one was told to wait", () => Promise.resolve(datatrans.calls.length > calls + 2));
    shopper.locale = "it";
    const third = await expectOk("third", shopper.call("prepareTransaction"));
    resolve();
    const answers = [await expectOk("first", first), await expectOk("second", second), third];
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const [payment, ...others] = await paymentsOf(shopper);
    expect(others).toEqual([]);
    expect(third).toEqual({ redirectUrl: `${datatrans.url}/v1/start/${payment?.hosted_id}` });
  });

  test("paid by TWINT: the shopper returns without a session, and the order is placed", async () => {
    const { shopper, hostedId, reference } = await begun();
    datatrans.act(hostedId, "pay");
    const answer = await back(hostedId);
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(`/fr/checkout/7p?hostedCheckoutId=${hostedId}`);
    // The bank's app has opened another browser, which has only the URL.
    const secret = returnSecret(shop.kasse.services.documentNumberKey, reference);
    const elsewhere = shop.shopper().call("paymentReturn", { payment: hostedId, secret });
    expect(await expectOk("return", elsewhere)).toMatchObject({ checkoutId: shopper.checkoutId });
    expect(await paymentsOf(shopper)).toMatchObject([{ state: "ordered", method: "TWINT" }]);
    expect(await ordersOf(shopper)).toBe(1);
  });

  test.each([
    ["cancel", "CANCELLED_BY_CONSUMER", "cancelled"],
    ["decline", "DECLINED", "declined"],
    ["timeout", "DECLINED", "expired"],
    ["challenge", "PENDING", "open"],
  ] as const)("that ends with %s is %s, and places no order", async (how, expected, state) => {
    const { shopper, hostedId } = await begun();
    datatrans.act(hostedId, how);
    expect(await expectOk("status", shopper.transactionStatus(hostedId))).toMatchObject({
      status: { validPayment: false, transactionStatusCode: expected },
    });
    expect(await paymentsOf(shopper)).toMatchObject([{ state }]);
    expect(await ordersOf(shopper)).toBe(0);
  });

  test("money that is only authorised is captured while the payment is open", async () => {
    const { shopper, hostedId } = await begun();
    datatrans.act(hostedId, "authorise");
    await back(hostedId);
    expect(datatrans.transactions.get(hostedId)).toMatchObject({ status: "settled", settled: 2000 });
    expect(await paymentsOf(shopper)).toMatchObject([{ state: "ordered" }]);
  });

  test.each(["authorise", "pay"] as const)("%s after the payment expired is refunded", async (how) => {
    const { shopper, hostedId } = await begun();
    datatrans.act(hostedId, "timeout");
    await back(hostedId);
    expect(await paymentsOf(shopper)).toMatchObject([{ state: "expired" }]);
    await shopper.choose({ type: "Tariff", tariff: "PREPAID10" });
    datatrans.act(hostedId, how);
    await datatrans.webhook(shop.url, hostedId);
    if (how === "pay")
      await eventually("the credit", () => Promise.resolve(datatrans.credits.some(({ of }) => of === hostedId)));
    else expect(datatrans.transactions.get(hostedId)?.status).toBe("canceled");
    expect(await ordersOf(shopper)).toBe(0);
  });

  test.each(["lost", "half"] as const)(
    "cannot start if the answer is %s: 503, and later it does, once",
    async (mood) => {
      const shopper = await readyToPay();
      const before = datatrans.transactions.size;
      datatrans.state.mood = mood;
      expect((await shopper.call("prepareTransaction")).status).toBe(503);
      datatrans.state.mood = "well";
      await expectOk("again", shopper.call("prepareTransaction"));
      expect(await paymentsOf(shopper)).toMatchObject([{ state: "open" }]);
      expect(datatrans.transactions.size).toBe(before + 1);
    },
  );

  test("for a record that changed is refunded, once, even when the answer was lost and an hour has passed", async () => {
    const { shopper, hostedId, reference } = await begun();
    datatrans.act(hostedId, "transmit");
    datatrans.act(hostedId, "pay");
    await shopper.choose({ type: "Tariff", tariff: "PREPAID10" });
    const refund = (key: string) => shop.kasse.services.payments.refund({ hostedId, reference }, 2000, key);
    datatrans.state.mood = "lost";
    await expect(refund("refund:1")).rejects.toThrow("Datatrans");
    datatrans.state.mood = "well";
    await settle();
    await eventually("the refund", async () => (await paymentsOf(shopper))[0]?.state === "refunded");
    // An hour later Datatrans has forgotten the key.
    await refund("another key");
    expect(datatrans.credits.filter(({ of }) => of === hostedId)).toMatchObject([{ amount: 2000 }]);
  });

  test("capturing or refunding an unknown transaction has no effect", async () => {
    const { payments } = shop.kasse.services;
    const unknown = { hostedId: "999", reference: crypto.randomUUID() };
    await expect(payments.capture?.(unknown, 2000)).rejects.toThrow("TRANSACTION_NOT_FOUND");
    await expect(payments.refund(unknown, 2000, "refund:unknown")).rejects.toThrow("not known");
  });

  test("an unknown transaction at the result URL is unknown, also one with an invalid id", async () => {
    expect((await back("999")).status).toBe(404);
    expect((await back("#test/../x")).status).toBe(404);
    expect((await fetch(`${shop.url}/public-api/payment-result/datatrans`)).status).toBe(404);
  });
});

describe("money that was reversed, or is another amount", () => {
  test("credited at the console before the order: no order is placed", async () => {
    const { shopper, hostedId } = await begun();
    datatrans.act(hostedId, "pay");
    datatrans.credit(hostedId);
    await back(hostedId);
    expect(await paymentsOf(shopper)).toMatchObject([{ state: "refunded" }]);
    expect(await ordersOf(shopper)).toBe(0);
  });

  test.each([{ amount: 200 }, { currency: "EUR" }])("%j instead of CHF 20.00: no order is placed", async (paid) => {
    const { shopper, hostedId } = await begun();
    datatrans.act(hostedId, "pay", paid);
    await back(hostedId);
    expect(await ordersOf(shopper)).toBe(0);
    const { rows } = await shop.database.pool.query(
      "select refund_requested_at is not null as refund from payments where checkout_id = $1",
      [shopper.checkoutId],
    );
    expect(rows).toEqual([{ refund: true }]);
  });
});

describe("a webhook of Datatrans", () => {
  test("places the order of a shopper who never returned, once", async () => {
    const { shopper, hostedId } = await begun();
    datatrans.act(hostedId, "pay");
    for (let times = 0; times < 2; times++) expect((await datatrans.webhook(shop.url, hostedId)).status).toBe(200);
    expect(await ordersOf(shopper)).toBe(1);
  });

  test("with another key, or changed after it was signed, is rejected", async () => {
    const { shopper, hostedId } = await begun();
    datatrans.act(hostedId, "pay");
    expect((await datatrans.webhook(shop.url, hostedId, { key: "ab".repeat(64) })).status).toBe(403);
    const header = `t=1559303131511,s0=${"0".repeat(64)}`;
    for (const signature of [header, "", "t=,s0=", header.slice(0, -2)]) {
      const answer = await fetch(`${shop.url}/public-api/payment-webhook/datatrans`, {
        method: "POST",
        body: JSON.stringify({ transactionId: hostedId, status: "settled" }),
        headers: { "content-type": "application/json", "datatrans-signature": signature },
      });
      expect(answer.status).toBe(403);
    }
    expect(await ordersOf(shopper)).toBe(0);
  });

  test.each<[how: string, type: string | null, signed: (time: string, hex: string) => string]>([
    ["of another type", "application/octet-stream", (time, hex) => `t=${time},s0=${hex}`],
    ["without a type", null, (time, hex) => `t=${time},s0=${hex}`],
    ["with blanks in its signature", "application/json", (time, hex) => `t=${time}, s0=${hex}`],
    [
      "with two signatures, as for two keys",
      "application/json",
      (time, hex) => `t=${time},s0=${"0".repeat(64)},s1=${hex}`,
    ],
    ["with its signature first", "application/json", (time, hex) => `s0=${hex},t=${time}`],
    ["with capitals in its signature", "application/json", (time, hex) => `t=${time},s0=${hex.toUpperCase()}`],
  ])("%s is read", async (_, type, signed) => {
    const { shopper, hostedId } = await begun();
    datatrans.act(hostedId, "pay");
    const time = "1559303131511";
    // Bytes, for which fetch adds no type.
    const body = new TextEncoder().encode(JSON.stringify({ transactionId: hostedId, status: "settled" }));
    const hex = createHmac("sha256", Buffer.from(DATATRANS.signKey, "hex")).update(time).update(body).digest("hex");
    const answer = await fetch(`${shop.url}/public-api/payment-webhook/datatrans`, {
      method: "POST",
      body,
      headers: { ...(type && { "content-type": type }), "datatrans-signature": signed(time, hex) },
    });
    expect(answer.status).toBe(200);
    expect(await ordersOf(shopper)).toBe(1);
  });

  test("about another shop's transaction is accepted, and counted", async () => {
    expect((await datatrans.webhook(shop.url, "999")).status).toBe(200);
    const counted = 'kasse_payment_webhooks_total{provider="datatrans",outcome="foreign"} 1';
    expect(await shop.metrics()).toContain(counted);
  });
});

test("the bank of a card gets the payer's data, in letters and lengths of 3-D Secure 2", async () => {
  const shopper = await readyToPay({
    first_name: "Đorđe",
    last_name: "Šćepanović-".repeat(6),
    mobilePhone: "0784123456",
  });
  await expectOk("begin", shopper.call("prepareTransaction"));
  const [payment] = await paymentsOf(shopper);
  const sent = datatrans.transactions.get(payment?.hosted_id ?? "")?.sent;
  const email = `twint${people}@example.ch`;
  expect(sent).toMatchObject({
    customer: { firstName: "Dorde", country: "CH", cellPhone: "+41784123456", email, ipAddress: "127.0.0.1" },
    card: {
      "3D": {
        cardholder: {
          cardholderName: `Dorde ${"Scepanovic-".repeat(6)}`.slice(0, 45),
          mobilePhone: { cc: "41", subscriber: "784123456" },
          billAddrLine1: "Bahnhofstrasse 1",
          billAddrCity: "Zuerich",
          billAddrPostCode: "8001",
          billAddrCountry: "756",
        },
      },
    },
  });
});

describe("a refund of CHF 20 of which the operator has credited at the console", () => {
  test.each([
    { credits: [], more: 2000 },
    { credits: [1000], more: 1000 },
    { credits: [100, 899], more: 1001 },
    { credits: [1000, 1000], more: 0 },
    { credits: [2000], more: 0 },
  ])("$credits credits $more more", async ({ credits, more }) => {
    const { hostedId, reference } = await begun();
    datatrans.act(hostedId, "pay");
    for (const amount of credits) datatrans.credit(hostedId, amount);
    datatrans.credit(hostedId, 2000, false);
    const refund = () => shop.kasse.services.payments.refund({ hostedId, reference }, 2000, "refund:sum");
    expect(await refund()).toEqual({ total: 2000, now: more });
    expect(await refund()).toEqual({ total: 2000, now: 0 });
    const credited = datatrans.credits.filter(({ of }) => of === hostedId).map(({ amount }) => amount);
    expect(credited).toEqual([...credits, ...(more > 0 ? [more] : [])]);
  });

  test("an unknown amount waits for a person", async () => {
    const { hostedId, reference } = await begun();
    datatrans.act(hostedId, "pay");
    datatrans.transactions.get(hostedId)?.history.push({ action: "credit", success: true } as never);
    const refund = shop.kasse.services.payments.refund({ hostedId, reference }, 2000, "refund:unknown");
    await expect(refund).rejects.toThrow("does not state its amount");
  });

  test("a credit that does not say whether it succeeded is not counted, and the refund waits", async () => {
    const { hostedId, reference } = await begun();
    datatrans.act(hostedId, "pay");
    datatrans.transactions.get(hostedId)?.history.push({ action: "credit", amount: 2000, success: null } as never);
    const { payments } = shop.kasse.services;
    expect(await payments.status({ hostedId, reference })).toMatchObject({
      outcome: "paid",
      paid: { received: { amount: 2000 } },
    });
    const refund = payments.refund({ hostedId, reference }, 2000, "refund:null");
    await expect(refund).rejects.toThrow("does not say whether it succeeded");
    expect(datatrans.credits.filter(({ of }) => of === hostedId)).toEqual([]);
  });

  test("a part, before the order: no order is placed, and the rest goes back", async () => {
    const { shopper, hostedId } = await begun();
    datatrans.act(hostedId, "pay");
    datatrans.credit(hostedId, 500);
    await back(hostedId);
    expect(await ordersOf(shopper)).toBe(0);
    await eventually("the rest", async () => (await paymentsOf(shopper))[0]?.state === "refunded");
    const credited = datatrans.credits.filter(({ of }) => of === hostedId).map(({ amount }) => amount);
    expect(credited).toEqual([500, 1500]);
  });
});

const ACTS: readonly DatatransAct[] = ["pay", "transmit"];
test.each(ACTS)("a payment that is %s-ed can be refunded", async (how) => {
  const { hostedId, reference } = await begun();
  datatrans.act(hostedId, "pay");
  datatrans.act(hostedId, how);
  await shop.kasse.services.payments.refund({ hostedId, reference }, 2000, `refund:${how}`);
  expect(datatrans.credits.filter(({ of }) => of === hostedId)).toHaveLength(1);
});
