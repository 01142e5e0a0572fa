import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Unavailable } from "#server/platform/unavailable.ts";
import { picture } from "#test/support/people.ts";
import { expectOk, type Shopper } from "#test/support/shopper.ts";
import { eventually, startShop, type Shop } from "#test/support/shop.ts";
import { startWorldline, WORLDLINE } from "../simulator/connect.ts";

let shop: Shop;
let image: Blob;
let connect: Awaited<ReturnType<typeof startWorldline>>;
beforeAll(async () => {
  connect = await startWorldline();
  const env = {
    PAYMENT_PROVIDER: "worldline",
    WORLDLINE_URL: connect.url,
    WORLDLINE_MERCHANT_ID: WORLDLINE.merchant,
    WORLDLINE_API_KEY_ID: WORLDLINE.keyId,
    WORLDLINE_API_SECRET: WORLDLINE.secret,
    WORLDLINE_WEBHOOK_KEYS: `hook-0:old-secret, hook-1:${WORLDLINE.webhookSecret}`,
    WORLDLINE_PRODUCTS: "1,3",
    WORLDLINE_VARIANT: "kasse",
  };
  [shop, image] = await Promise.all([startShop({ jobs: true, env, periods: { paymentTimeout: 3000 } }), picture()]);
});
afterAll(async () => {
  await shop.stop();
  await connect.stop();
  expect(connect.problems).toEqual([]);
});
afterEach(() => {
  connect.state.mood = "well";
});

let people = 0;
async function readyToPay() {
  const shopper = shop.shopper();
  shopper.locale = "fr";
  await shopper.choose({ type: "Tariff", tariff: "PREPAID20" });
  await shopper.becomeCustomer(`worldline${(people += 1)}@example.ch`, image);
  return shopper;
}
async function begun() {
  const shopper = await readyToPay();
  const { redirectUrl } = (await expectOk("begin", shopper.call("prepareTransaction"))) as { redirectUrl: string };
  const [payment] = await paymentsOf(shopper);
  const hostedId = payment?.hosted_id ?? "";
  return { shopper, redirectUrl, hostedId, reference: connect.checkouts.get(hostedId)?.reference ?? "" };
}
async function paymentsOf(shopper: Shopper) {
  const { rows } = await shop.database.pool.query<{ id: string; state: string; hosted_id: string }>(
    "select id, state, hosted_id from payments where checkout_id = $1 order by created_at",
    [shopper.checkoutId],
  );
  return rows;
}
const status = (shopper: Shopper, hostedId: string) =>
  expectOk("status", shopper.transactionStatus(hostedId)) as Promise<{ status: { transactionStatusCode: string } }>;

describe("a payment at Worldline", () => {
  test("is created with amount, language, return URL and a valid reference; two clicks create one", async () => {
    const shopper = await readyToPay();
    const before = connect.checkouts.size;
    const answers = await Promise.all([1, 2, 3].map(() => expectOk("begin", shopper.call("prepareTransaction"))));
    expect(connect.checkouts.size).toBe(before + 1);
    const [payment] = await paymentsOf(shopper);
    const redirectUrl = `https://payment.pay1.checkout.example:443/checkout/${payment?.hosted_id}`;
    expect(answers).toEqual([{ redirectUrl }, { redirectUrl }, { redirectUrl }]);
    const sent = connect.calls.findLast(({ method }) => method === "POST");
    expect(sent?.path).toBe("/v1/4711/hostedcheckouts");
    expect(sent?.headers["x-gcs-idempotence-key"]).toBe(payment?.id);
    expect(sent?.json()).toMatchObject({
      order: {
        amountOfMoney: { amount: 2000, currencyCode: "CHF" },
        customer: {
          personalInformation: { name: { firstName: "Nora", surname: "Beispiel" } },
          contactDetails: { emailAddress: expect.stringMatching(/^worldline\d+@/), mobilePhoneNumber: "+41784123456" },
          billingAddress: { street: "Bahnhofstrasse 1", zip: "8001", city: "Zuerich", countryCode: "CH" },
          device: { ipAddress: "127.0.0.1" },
        },
        references: {
          merchantReference: Buffer.from(payment?.id.replaceAll("-", "") ?? "", "hex").toString("base64url"),
        },
      },
      hostedCheckoutSpecificInput: {
        locale: "fr_CH",
        returnUrl: expect.stringMatching(/\/fr\/checkout\/7p\?secret=[\w-]{22}$/),
        returnCancelState: true,
        variant: "kasse",
        paymentProductFilters: { restrictTo: { products: [1, 3] } },
      },
      cardPaymentMethodSpecificInput: { authorizationMode: "SALE", requiresApproval: false },
      redirectPaymentMethodSpecificInput: { requiresApproval: false },
    });
  });

  test("that was created but not paid is pending; accepted by the bank, it becomes the order", async () => {
    const { shopper, hostedId } = await begun();
    expect(await status(shopper, hostedId)).toEqual({
      status: { validPayment: false, transactionStatusCode: "PENDING" },
    });
    connect.act(hostedId, "start");
    expect(await status(shopper, hostedId)).toMatchObject({ status: { transactionStatusCode: "PENDING" } });
    connect.act(hostedId, "pay");
    expect(await status(shopper, hostedId)).toEqual({ status: { validPayment: true, transactionStatusCode: "PAID" } });
    expect(await expectOk("order", shopper.call("createOrder", { billPayed: true }))).toMatchObject({
      billPayed: true,
    });
  });

  test.each([
    ["cancel", "CANCELLED_BY_CONSUMER"],
    ["decline", "DECLINED"],
    ["not-eligible", "DECLINED"],
  ] as const)("ended by %s is %s", async (act, code) => {
    const { shopper, hostedId } = await begun();
    connect.act(hostedId, act);
    expect(await status(shopper, hostedId)).toMatchObject({
      status: { validPayment: false, transactionStatusCode: code },
    });
  });

  test.each(["authorise", "reserve"] as const)(
    "that the bank only %ss is captured and becomes the order",
    async (act) => {
      const { shopper, hostedId } = await begun();
      connect.act(hostedId, act);
      expect(await status(shopper, hostedId)).toMatchObject({ status: { validPayment: true } });
      expect(connect.checkouts.get(hostedId)?.payment?.status).toBe("CAPTURE_REQUESTED");
    },
  );

  test.each(["authorise", "reserve"] as const)(
    "that the bank %ss after it has ended is released, not kept",
    async (act) => {
      const { shopper, hostedId } = await begun();
      const past = "update payments set expires_at = now() - interval '5 minutes' where checkout_id = $1";
      await shop.database.pool.query(past, [shopper.checkoutId]);
      connect.act(hostedId, act);
      expect(await status(shopper, hostedId)).toMatchObject({ status: { validPayment: false } });
      expect(connect.checkouts.get(hostedId)?.payment?.status).toBe("CANCELLED");
      expect(await paymentsOf(shopper)).toMatchObject([{ state: "expired" }]);
    },
  );

  test("that is authorised for a record that has changed is released and never captured", async () => {
    const { shopper, hostedId } = await begun();
    await shopper.choose({ type: "Tariff", tariff: "PREPAID10" });
    connect.act(hostedId, "reserve");
    await shopper.transactionStatus(hostedId);
    await eventually("the release", () =>
      Promise.resolve(connect.checkouts.get(hostedId)?.payment?.status === "CANCELLED"),
    );
    expect(connect.calls.filter(({ path }) => path.includes(hostedId) && path.endsWith("/capture"))).toEqual([]);
  });

  test.each([
    { amount: 200, currencyCode: "CHF" },
    { amount: 2000, currencyCode: "EUR" },
  ])("of $currencyCode $amount instead of CHF 2000 places no order and is refunded", async (received) => {
    const { shopper, hostedId } = await begun();
    const kept = connect.checkouts.get(hostedId);
    if (kept) kept.received = received;
    connect.act(hostedId, "settle");
    expect(await status(shopper, hostedId)).toMatchObject({ status: { validPayment: false } });
    const { rows } = await shop.database.pool.query(
      "select refund_requested_at is not null as refund from payments where checkout_id = $1",
      [shopper.checkoutId],
    );
    expect(rows).toEqual([{ refund: true }]);
    const orders = await shop.database.pool.query("select 1 from orders where checkout_id = $1", [shopper.checkoutId]);
    expect(orders.rows).toEqual([]);
  });

  test("that was reversed before Kasse saw it places no order", async () => {
    const { shopper, hostedId } = await begun();
    connect.act(hostedId, "reverse");
    expect(await status(shopper, hostedId)).toMatchObject({ status: { validPayment: false } });
    expect(await paymentsOf(shopper)).toMatchObject([{ state: "refunded" }]);
  });

  test("whose checkout has expired at Worldline is searched for among the payments, of which one was declined", async () => {
    const { shopper, hostedId } = await begun();
    connect.act(hostedId, "decline");
    connect.act(hostedId, "settle");
    const kept = connect.checkouts.get(hostedId);
    if (kept) kept.forgotten = true;
    expect(await status(shopper, hostedId)).toMatchObject({ status: { validPayment: true } });
  });

  test("returns with its own RETURNMAC or none: another is unknown", async () => {
    const { shopper, hostedId } = await begun();
    const back = (mac: string) =>
      shopper.request("GET", `/public-api/transaction-status?checkoutId=${hostedId}&RETURNMAC=${mac}`);
    expect((await back("guessed")).status).toBe(404);
    expect((await back(`mac-${hostedId}`)).status).toBe(200);
    expect((await shopper.transactionStatus(hostedId)).status).toBe(200);
  });

  test("cannot start if the answer is lost: 503, and the same payment later", async () => {
    const shopper = await readyToPay();
    connect.state.mood = "lost";
    expect(await shopper.call("prepareTransaction")).toMatchObject({
      status: 503,
      body: { code: "REQUEST_FAILED_SERVER_ERROR" },
    });
    connect.state.mood = "well";
    await expectOk("again", shopper.call("prepareTransaction"));
    const payments = await paymentsOf(shopper);
    expect(payments).toMatchObject([{ state: "open" }]);
    // Jobs of other payments also call.
    const begins = connect.calls.filter(({ method, path }) => method === "POST" && path.endsWith("/hostedcheckouts"));
    const keys = begins.flatMap(({ headers }) => headers["x-gcs-idempotence-key"] ?? []).slice(-2);
    expect(keys).toEqual([payments[0]?.id, payments[0]?.id]);
  });

  test.each(["silent", "half", "nonsense", "failing"] as const)("has no status while Worldline is %s", async (mood) => {
    connect.state.mood = mood;
    const status = shop.kasse.services.payments.status({ hostedId: "1", reference: randomUUID() });
    await expect(status).rejects.toThrow(Unavailable);
  });

  test.each([
    ["settle", 1],
    // A payment that the bank has not settled yet is cancelled instead of refunded.
    ["pay", 0],
  ] as const)("for a record that changed (%s) is refunded once", async (act, refunds) => {
    const { shopper, hostedId } = await begun();
    const checkAt = (time: string) => shop.database.pool.query(`update payments set next_check_at = ${time}`);
    // Keeps the job of every minute from settling it first.
    await checkAt("now() + interval '1 hour'");
    connect.act(hostedId, act);
    await shopper.choose({ type: "Tariff", tariff: "PREPAID10" });
    await checkAt("now()");
    await shop.database.pool.query("select graphile_worker.add_job('settle-payments', '{}')");
    if (act === "settle") {
      await eventually("the refund", async () => (await paymentsOf(shopper))[0]?.state === "refunded");
    } else {
      await eventually("the cancel", async () =>
        Promise.resolve(connect.checkouts.get(hostedId)?.payment?.status === "CANCELLED"),
      );
    }
    expect(connect.checkouts.get(hostedId)?.refunds).toBe(refunds);
  });

  test("that is open when the record changes is closed at Worldline", async () => {
    const { shopper, hostedId } = await begun();
    await shopper.choose({ type: "Tariff", tariff: "PREPAID10" });
    await eventually("the cancel", async () =>
      Promise.resolve(connect.checkouts.get(hostedId)?.status === "CANCELLED_BY_CONSUMER"),
    );
    expect(connect.calls.some(({ method, path }) => method === "DELETE" && path.endsWith(hostedId))).toBe(true);
  });
});

describe("a refund of CHF 20 of which the operator has returned at the console", () => {
  test.each([
    { returned: [], more: 2000 },
    { returned: [1000], more: 1000 },
    { returned: [100, 899], more: 1001 },
    { returned: [1000, 1000], more: 0 },
    { returned: [2000], more: 0 },
  ])("$returned refunds $more more", async ({ returned, more }) => {
    const { shopper, hostedId } = await begun();
    connect.act(hostedId, "settle");
    for (const amount of returned) connect.giveBack(hostedId, amount);
    const checkout = connect.checkouts.get(hostedId);
    checkout?.returned.push({ amount: 2000, status: "REJECTED" });
    const [payment] = await paymentsOf(shopper);
    const refund = () =>
      shop.kasse.services.payments.refund({ hostedId, reference: payment?.id ?? "" }, 2000, `refund:${payment?.id}`);
    expect(await refund()).toEqual({ total: 2000, now: more });
    expect(await refund()).toEqual({ total: 2000, now: 0 });
    const refunds = (checkout?.returned ?? []).filter(({ status }) => status === "REFUNDED");
    expect(refunds.map(({ amount }) => amount)).toEqual([...returned, ...(more > 0 ? [more] : [])]);
  });

  test.each([[500], [500, 1000]])(
    "%j, before the order: no order is placed, and the rest goes back",
    async (...parts) => {
      const { shopper, hostedId } = await begun();
      connect.act(hostedId, "settle");
      for (const amount of parts) connect.giveBack(hostedId, amount);
      await status(shopper, hostedId);
      await eventually("the rest", async () => (await paymentsOf(shopper))[0]?.state === "refunded");
      const sum = connect.checkouts.get(hostedId)?.returned.reduce((all, { amount }) => all + amount, 0);
      expect(sum).toBe(2000);
      const orders = "select 1 from orders where checkout_id = $1";
      expect((await shop.database.pool.query(orders, [shopper.checkoutId])).rowCount).toBe(0);
    },
  );

  test("and of a charged back payment nothing is refunded", async () => {
    const { shopper, hostedId } = await begun();
    connect.act(hostedId, "chargeBack");
    const [payment] = await paymentsOf(shopper);
    const ref = { hostedId, reference: payment?.id ?? "" };
    expect(await shop.kasse.services.payments.refund(ref, 2000, "refund:back")).toEqual({ total: 2000, now: 0 });
    expect(connect.checkouts.get(hostedId)?.refunds).toBe(0);
  });
});

describe("a webhook of Worldline", () => {
  const event = (id: string, merchantReference: string) => ({
    id,
    type: "payment.paid",
    payment: { id: "1", paymentOutput: { references: { merchantReference } } },
  });

  test("places the order of a shopper who never returned; twice, it is one order", async () => {
    const { shopper, hostedId, reference } = await begun();
    connect.act(hostedId, "pay");
    expect((await connect.webhook(shop.url, event("e1", reference))).status).toBe(200);
    expect(await paymentsOf(shopper)).toMatchObject([{ state: "ordered" }]);
    // Jobs might still ask about payments of other tests.
    const asked = () => connect.calls.filter(({ target }) => target.includes(hostedId) || target.includes(reference));
    const before = asked();
    expect(before).not.toEqual([]);
    expect((await connect.webhook(shop.url, event("e1", reference))).status).toBe(200);
    expect(asked(), "an event that was seen asks nobody").toEqual(before);
  });

  test("is not trusted: it reports paid, and Worldline reports pending", async () => {
    const { shopper, reference } = await begun();
    expect((await connect.webhook(shop.url, event("e2", reference))).status).toBe(200);
    expect(await paymentsOf(shopper)).toMatchObject([{ state: "open" }]);
  });

  test("with a wrong signature, an unknown key or no key is rejected", async () => {
    const { reference, hostedId, shopper } = await begun();
    connect.act(hostedId, "pay");
    const sent = event("e3", reference);
    expect((await connect.webhook(shop.url, sent, { secret: "guessed" })).status).toBe(403);
    expect((await connect.webhook(shop.url, sent, { keyId: "hook-9" })).status).toBe(403);
    expect((await connect.webhook(shop.url, sent, { keyId: "__proto__" })).status).toBe(403);
    expect((await shopper.request("POST", "/public-api/payment-webhook/worldline", sent)).status).toBe(403);
    expect(await paymentsOf(shopper)).toMatchObject([{ state: "open" }]);
  });

  test("about a refund or another shop's payment is accepted and changes nothing", async () => {
    expect((await connect.webhook(shop.url, { id: "e5", type: "refund.refunded", refund: { id: "1" } })).status).toBe(
      200,
    );
    expect((await connect.webhook(shop.url, event("e6", "another-shop-4711"))).status).toBe(200);
    expect((await connect.webhook(shop.url, event("e7", "A".repeat(22)))).status).toBe(200);
  });

  test("that cannot be read, but is Worldline's, is no forgery", async () => {
    for (const unread of [{}, { id: 7 }, { id: "e8", payment: "1" }, { ...event("e9", "x"), apiVersion: "v2" }])
      expect((await connect.webhook(shop.url, unread)).status).toBe(200);
  });

  test("has its address verified by an echo", async () => {
    const verify = (provider: string, text?: string) =>
      fetch(`${shop.url}/public-api/payment-webhook/${provider}`, {
        headers: text === undefined ? {} : { "x-gcs-webhooks-endpoint-verification": text },
      });
    const answer = await verify("worldline", "2f5f9e1c-echo");
    expect(answer.headers.get("content-type")).toMatch(/^text\/plain/);
    expect(await answer.text()).toBe("2f5f9e1c-echo");
    expect((await verify("worldline")).status).toBe(404);
    expect((await verify("worldline", "a b")).status).toBe(404);
    expect((await verify("sandbox-hosted", "2f5f9e1c")).status).toBe(404);
  });
});
