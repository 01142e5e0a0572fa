import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { loadBundle } from "#server/pages/assets.ts";
import { pagePolicy } from "#server/pages/policy.ts";
import { CODES, OPPWA, startOppwa } from "../simulator/platform.ts";
import { picture } from "#test/support/people.ts";
import { expectOk, type Shopper } from "#test/support/shopper.ts";
import { eventually, startShop, type Shop } from "#test/support/shop.ts";

const { paid: PAID, declined: DECLINED } = CODES;

let shop: Shop;
let image: Blob;
let platform: Awaited<ReturnType<typeof startOppwa>>;
beforeAll(async () => {
  platform = await startOppwa();
  const env = {
    PAYMENT_PROVIDER: "oppwa",
    OPPWA_SCRIPT_ORIGINS: "https://helper.example",
    OPPWA_TEST_PARAMETERS:
      "testMode=EXTERNAL customParameters[3DS2_enrolled]=true customParameters[3DS2_flow]=challenge",
    OPPWA_URL: platform.url,
    OPPWA_ENTITY_ID: OPPWA.entityId,
    OPPWA_TOKEN: OPPWA.token,
    OPPWA_WEBHOOK_KEY: OPPWA.key,
    OPPWA_BRANDS: "VISA MASTER",
  };
  [shop, image] = await Promise.all([
    startShop({ jobs: true, env, bundle: await loadBundle(), periods: { paymentTimeout: 2000 } }),
    picture(),
  ]);
});
afterAll(async () => {
  await shop.stop();
  await platform.stop();
});
afterEach(() => {
  platform.state.mood = "well";
  platform.throttle.throttled = false;
});

type Widget = { scriptUrl: string; integrity: string; formAction: string; brands: string[] };
let people = 0;
async function readyToPay() {
  const shopper = shop.shopper();
  shopper.locale = "it";
  await shopper.choose({ type: "Tariff", tariff: "PREPAID20" });
  await shopper.becomeCustomer(`oppwa${(people += 1)}@example.ch`, image);
  return shopper;
}
async function begun() {
  const shopper = await readyToPay();
  await expectOk("begin", shopper.call("prepareTransaction"));
  const [payment] = await paymentsOf(shopper);
  return { shopper, hostedId: payment?.hosted_id ?? "", reference: payment?.id ?? "" };
}
async function paymentsOf(shopper: Shopper) {
  const { rows } = await shop.database.pool.query<{ id: string; state: string; hosted_id: string }>(
    "select id, state, hosted_id from payments where checkout_id = $1 order by created_at",
    [shopper.checkoutId],
  );
  return rows;
}
const result = (query: string) => fetch(`${shop.url}/public-api/payment-result/oppwa?${query}`, { redirect: "manual" });

describe("the widget of OPPWA", () => {
  test("is prepared with amount and integrity; racing clicks all get the first checkout", async () => {
    const shopper = await readyToPay();
    const answers = await Promise.all([1, 2, 3].map(() => expectOk("begin", shopper.call("prepareTransaction"))));
    expect(answers).toEqual([1, 2, 3].map(() => ({ redirectUrl: "/it/checkout/6" })));
    const [payment] = await paymentsOf(shopper);
    const { widget } = (await expectOk("prepare 6", shopper.prepare("6"))) as { widget: Widget };
    expect(widget).toEqual({
      scriptUrl: `${platform.url}/v1/paymentWidgets.js?checkoutId=${payment?.hosted_id}`,
      integrity: expect.stringMatching(/^sha384-/),
      formAction: expect.stringMatching(/\/public-api\/payment-result\/oppwa\/[\w-]{22}$/),
      brands: ["VISA", "MASTER"],
    });
    expect(platform.checkouts.get(payment?.hosted_id ?? "")).toMatchObject({ amount: "20.00", reference: payment?.id });
  });

  test("shown to the shopper stays valid, when an earlier click is answered later", async () => {
    const shopper = await readyToPay();
    const { promise, resolve } = Promise.withResolvers<void>();
    platform.throttle.gate = promise;
    const calls = platform.calls.length;
    const slow = expectOk("begin", shopper.call("prepareTransaction"));
    await eventually("the first click is on its way", () => Promise.resolve(platform.calls.length > calls));
    await expectOk("begin", shopper.call("prepareTransaction"));
    const seen = (await paymentsOf(shopper))[0]?.hosted_id;
    resolve();
    expect(await slow).toEqual({ redirectUrl: "/it/checkout/6" });
    expect(seen).toBeTruthy();
    expect((await paymentsOf(shopper))[0]?.hosted_id).toBe(seen);
  });

  test("pays: the shopper returns by the result URL, without a session, and the order is placed", async () => {
    const { shopper, hostedId } = await begun();
    platform.end(hostedId, PAID);
    const back = await result(`id=${hostedId}&resourcePath=${encodeURIComponent(`/v1/checkouts/${hostedId}/payment`)}`);
    expect(back.status).toBe(303);
    expect(back.headers.get("location")).toBe(`/it/checkout/7p?hostedCheckoutId=${hostedId}`);
    expect(await paymentsOf(shopper)).toMatchObject([{ state: "ordered" }]);
    // The platform has forgotten the checkout by now.
    expect(await expectOk("status", shopper.transactionStatus(hostedId))).toMatchObject({
      status: { validPayment: true },
    });
  });

  test("does not follow the resource path of another resource", async () => {
    const { shopper, hostedId } = await begun();
    platform.end(hostedId, PAID);
    // Jobs might still ask about payments of other tests.
    const others = [...platform.checkouts].flatMap(([id, { reference }]) => (id === hostedId ? [] : [id, reference]));
    const asked = () => platform.calls.filter(({ target }) => !others.some((other) => target.includes(other)));
    const before = asked();
    for (const path of [
      "/v1/checkouts/other/payment",
      "/v1/payments/8a82",
      "https://evil.example/v1/checkouts/x/payment",
      "/v1/checkouts/../payments/1",
      "",
    ]) {
      const { status } = await result(`id=${hostedId}&resourcePath=${encodeURIComponent(path)}`);
      expect([path, status]).toEqual([path, 404]);
    }
    expect(asked()).toEqual(before);
    expect(await paymentsOf(shopper)).toMatchObject([{ state: "open" }]);
  });

  test("an unknown checkout at the result URL is unknown", async () => {
    expect((await result("id=8ac7")).status).toBe(404);
    expect((await result("")).status).toBe(404);
    expect((await fetch(`${shop.url}/public-api/payment-result/sandbox-widget?id=1`)).status).toBe(404);
  });

  test.each([
    [DECLINED, "DECLINED"],
    ["000.200.000", "PENDING"],
  ])("that ends with %s is %s", async (code, expected) => {
    const { shopper, hostedId } = await begun();
    platform.end(hostedId ?? "", code ?? "");
    expect(await expectOk("status", shopper.transactionStatus(hostedId))).toMatchObject({
      status: { validPayment: false, transactionStatusCode: expected },
    });
  });

  test("polled too often, uses the list of payments instead", async () => {
    const { shopper, hostedId } = await begun();
    platform.throttle.throttled = true;
    expect(await expectOk("status", shopper.transactionStatus(hostedId))).toMatchObject({
      status: { transactionStatusCode: "PENDING" },
    });
    platform.end(hostedId, PAID);
    expect(await expectOk("status", shopper.transactionStatus(hostedId))).toMatchObject({
      status: { validPayment: true },
    });
  });

  test("cannot start if the answer is lost: 503, and later it does", async () => {
    const shopper = await readyToPay();
    platform.state.mood = "lost";
    expect((await shopper.call("prepareTransaction")).status).toBe(503);
    platform.state.mood = "well";
    await expectOk("again", shopper.call("prepareTransaction"));
    expect(await paymentsOf(shopper)).toMatchObject([{ state: "open" }]);
  });

  test("for a record that changed is refunded, once, even when the answer was lost", async () => {
    const { shopper, hostedId, reference } = await begun();
    platform.end(hostedId, PAID);
    await shopper.choose({ type: "Tariff", tariff: "PREPAID10" });
    // The first refund is made, and its answer lost.
    const refund = () => shop.kasse.services.payments.refund({ hostedId, reference }, 2000, "refund:1");
    platform.state.mood = "lost";
    await expect(refund()).rejects.toThrow("OPPWA");
    platform.state.mood = "well";
    await shop.database.pool.query("select graphile_worker.add_job('settle-payments', '{}')");
    await eventually("the refund", async () => (await paymentsOf(shopper))[0]?.state === "refunded");
    await refund();
    expect(
      platform.booked.filter((each) => each.merchantTransactionId === reference && each.paymentType === "RF"),
    ).toMatchObject([{ amount: "20.00" }]);
  });
});

describe("a notification of OPPWA", () => {
  const paid = (merchantTransactionId: string) => ({ type: "PAYMENT", payload: { merchantTransactionId, id: "1" } });

  test.each([false, true])("places the order of a shopper who never returned (in JSON: %s), once", async (wrapped) => {
    const { shopper, hostedId, reference } = await begun();
    platform.end(hostedId, PAID);
    for (let times = 0; times < 2; times++)
      expect((await platform.notify(shop.url, paid(reference), { wrapped })).status).toBe(200);
    expect(await paymentsOf(shopper)).toMatchObject([{ state: "ordered" }]);
  });

  test("with another key, a shortened tag or unencrypted is rejected", async () => {
    const { reference } = await begun();
    expect((await platform.notify(shop.url, paid(reference), { key: "cd".repeat(32) })).status).toBe(403);
    expect((await platform.notify(shop.url, paid(reference), { tagBytes: 4 })).status).toBe(403);
    const clear = await shop.shopper().request("POST", "/public-api/payment-webhook/oppwa", paid(reference));
    expect(clear.status).toBe(403);
  });

  test("about another subject is accepted and changes nothing", async () => {
    expect((await platform.notify(shop.url, { type: "test" })).status).toBe(200);
    expect((await platform.notify(shop.url, paid("another-shop"))).status).toBe(200);
  });

  test("that cannot be read, but is the platform's, is no forgery", async () => {
    for (const unread of [{}, [], { type: 7 }, { type: "PAYMENT", payload: { merchantTransactionId: 4711 } }])
      expect((await platform.notify(shop.url, unread)).status).toBe(200);
  });
});

const HASHES = { styleHash: "'sha256-x'", scriptHash: "'sha256-y'" };

test("only the payment page allows the platform and the bank; its scripts come from listed origins", async () => {
  const policyOf = async (path: string) => (await fetch(shop.url + path)).headers.get("content-security-policy") ?? "";
  const payment = await policyOf("/fr/checkout/6");
  const directive = (name: string) => new RegExp(`${name} ([^;]*)`).exec(payment)?.[1]?.split(" ");
  for (const name of ["img-src", "connect-src"]) expect(directive(name)).toContain(platform.url);
  expect(directive("script-src")?.filter((source) => !source.startsWith("'"))).toEqual([
    platform.url,
    "https://helper.example",
  ]);
  // The bank, the issuer's device check and their targets have unknown origins.
  for (const name of ["frame-src", "form-action"]) expect(directive(name)).toContain("https:");
  expect(payment).not.toMatch(/script-src[^;]*(unsafe|https: )/);
  for (const other of ["/", "/checkout/5", "/checkout/7p", "/mobile/SMART30"]) {
    const policy = await policyOf(other);
    expect(policy).toContain("frame-src 'none'");
    expect(policy).toContain("form-action 'self';");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain("http");
  }
  expect(pagePolicy(HASHES, null)).not.toContain("http");
});

describe("3-D Secure 2", () => {
  test("the platform gets the payer's data, in letters and lengths that banks accept, and the switches of a test account", async () => {
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff: "PREPAID20" });
    const long = "Šćepanović-".repeat(9);
    await shopper.becomeCustomer("payer3ds@example.ch", image, {
      first_name: "Đorđe",
      last_name: long,
      mobilePhone: "0784123456",
    });
    await expectOk("begin", shopper.call("prepareTransaction"));
    const [payment] = await paymentsOf(shopper);
    const sent = Object.fromEntries(platform.checkouts.get(payment?.hosted_id ?? "")?.form ?? []);
    expect(sent).toMatchObject({
      "customer.givenName": "Dorde",
      "customer.surname": "Scepanovic-".repeat(9).slice(0, 48),
      "customer.email": "payer3ds@example.ch",
      "customer.mobile": "+41784123456",
      "customer.ip": "127.0.0.1",
      "billing.street1": "Bahnhofstrasse 1",
      "billing.city": "Zuerich",
      "billing.postcode": "8001",
      "billing.country": "CH",
      testMode: "EXTERNAL",
      "customParameters[3DS2_enrolled]": "true",
      "customParameters[3DS2_flow]": "challenge",
    });
  });
});

describe("money that was reversed, or is another amount", () => {
  test.each(["RF", "RV", "CB"] as const)(
    "reversed (%s) before the order is placed: no order is placed",
    async (how) => {
      const { shopper, hostedId } = await begun();
      platform.end(hostedId, PAID);
      platform.takeBack(hostedId, how);
      await shopper.transactionStatus(hostedId);
      expect(await paymentsOf(shopper)).toMatchObject([{ state: "refunded" }]);
      expect((await expectOk("prepare 6", shopper.prepare("6"))) as object).toMatchObject({ lastOutcome: "refunded" });
    },
  );

  test.each([
    { amount: "2.00", currency: "CHF" },
    { amount: "100.00", currency: "CHF" },
    { amount: "20.00", currency: "EUR" },
  ])(
    "$currency $amount instead of CHF 20.00: no order is placed for it, and exactly that amount is refunded",
    async (paid) => {
      const { shopper, hostedId, reference } = await begun();
      platform.end(hostedId, PAID, paid);
      await shopper.transactionStatus(hostedId);
      const { rows } = await shop.database.pool.query(
        "select state, refund_requested_at is not null as refund from payments where checkout_id = $1",
        [shopper.checkoutId],
      );
      expect(rows).toMatchObject([{ refund: true }]);
      const orders = await shop.database.pool.query("select 1 from orders where checkout_id = $1", [
        shopper.checkoutId,
      ]);
      expect(orders.rows).toEqual([]);
      await eventually("the refund", () => Promise.resolve(refundsOf(reference).length > 0));
      expect(refundsOf(reference)).toMatchObject([paid]);
    },
  );

  test("an amount without decimals is valid", async () => {
    const { shopper, hostedId } = await begun();
    platform.end(hostedId, PAID, { amount: "20" });
    await shopper.transactionStatus(hostedId);
    expect(await paymentsOf(shopper)).toMatchObject([{ state: "ordered" }]);
  });
});

describe("a checkout that was paid twice, in two tabs at the bank", () => {
  const isRefunded = (reference: string, count = 1) =>
    eventually("the refund", () => Promise.resolve(refundsOf(reference).length === count));

  test("before the order: one order, and the second payment is refunded", async () => {
    const { shopper, hostedId, reference } = await begun();
    platform.end(hostedId, PAID);
    platform.payAgain(hostedId);
    await shopper.transactionStatus(hostedId);
    await isRefunded(reference);
    expect(refundsOf(reference)[0]?.referencedId).toMatch(/^again-/);
    // When asked again, the order is still paid, and nothing more is refunded.
    await shopper.transactionStatus(hostedId);
    expect(await paymentsOf(shopper)).toMatchObject([{ state: "ordered" }]);
    await shop.kasse.services.payments.refundExtra?.({ hostedId, reference }, `pay-${hostedId}`, 2000);
    expect(refundsOf(reference)).toHaveLength(1);
  });

  test("after the order: a notification refunds the second payment", async () => {
    const { shopper, hostedId, reference } = await begun();
    platform.end(hostedId, PAID);
    await shopper.transactionStatus(hostedId);
    platform.payAgain(hostedId);
    await platform.notify(shop.url, { type: "PAYMENT", payload: { merchantTransactionId: reference, id: "2" } });
    await isRefunded(reference);
    expect(refundsOf(reference)[0]?.referencedId).toMatch(/^again-/);
    expect(await paymentsOf(shopper)).toMatchObject([{ state: "ordered" }]);
  });

  test("for a record that changed: both are refunded, also the one that arrives after the refund", async () => {
    const { shopper, hostedId, reference } = await begun();
    await shopper.choose({ type: "Tariff", tariff: "PREPAID10" });
    platform.end(hostedId, PAID);
    await shopper.transactionStatus(hostedId);
    await isRefunded(reference);
    await eventually("refunded", async () => (await paymentsOf(shopper))[0]?.state === "refunded");
    platform.payAgain(hostedId);
    await result(`id=${hostedId}`);
    await isRefunded(reference, 2);
  });
});

const refundsOf = (reference: string) =>
  platform.booked.filter((each) => each.merchantTransactionId === reference && each.paymentType === "RF");
