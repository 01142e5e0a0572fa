import { randomUUID } from "node:crypto";
import { compose } from "../support/compose.ts";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { API_PREFIX } from "#contract/paths.ts";
import type { PaymentState } from "#core/payment/payment-states.ts";
import { paymentReturn, paymentWebhook, transactionStatus, returnSecret } from "#server/sale/payment/calls.ts";
import type { PaymentProvider, WebhookRead } from "#server/sale/payment/provider.ts";
import { registerProviderCalls } from "#server/sale/payment/provider-calls.ts";
import { handlerCall } from "../support/handler-call.ts";
import { paymentServices, type PaymentServices } from "../support/payment-services.ts";

let shop: PaymentServices;
beforeAll(async () => {
  shop = await paymentServices();
});
afterAll(() => shop.sale.close());

let number = 0;
let hostedId: string;
beforeEach(() => {
  hostedId = `call-${(number += 1)}`;
});
async function begun(hosted = hostedId) {
  const checkout = await shop.ready({ type: "Tariff", tariff: "PREPAID20" });
  return { checkout, payment: await shop.pay(checkout, hosted) };
}
const refused = (name: string) => ({ ok: false, failure: { name } });

describe("the status requested by another browser with the secret of the return URL", () => {
  const ask = (secret: string, services = shop.services) =>
    paymentReturn(services)(handlerCall<"paymentReturn">({ body: { payment: hostedId, secret } }));
  const told = (code: string, validPayment: boolean, checkoutId: string | null) => ({
    ok: true,
    value: { status: { validPayment, transactionStatusCode: code }, checkoutId },
  });

  test("contains the checkout once it is ordered, and not before", async () => {
    const { checkout, payment } = await begun();
    const secret = returnSecret(shop.services.documentNumberKey, payment.id);
    shop.outcomes.set(hostedId, "pending");
    expect(await ask(secret)).toEqual(told("PENDING", false, null));
    shop.outcomes.set(hostedId, "paid");
    await shop.sale.query("update payments set asked_at = null where id = $1", [payment.id]);
    expect(await ask(secret)).toEqual(told("PAID", true, checkout.id));
  });

  test("is rejected with another payment's secret, without one, and a day after the payment's end", async () => {
    const { payment } = await begun();
    shop.outcomes.set(hostedId, "paid");
    const secret = returnSecret(shop.services.documentNumberKey, payment.id);
    for (const wrong of [returnSecret(shop.services.documentNumberKey, "another"), "", `${secret}x`])
      expect(await ask(wrong)).toEqual(refused("checkoutUnknown"));
    const late = compose({ ...shop.services, now: () => new Date(payment.expires_at.getTime() + 24 * 3_600_000) });
    expect(await ask(secret, late)).toEqual(refused("checkoutUnknown"));
  });
});

describe("the status requested by the return page", () => {
  const ask = (checkoutId: string | null, query: { readonly checkoutId?: string }) =>
    transactionStatus(shop.services)(
      handlerCall<"transactionStatus">({ body: null as never, checkoutId, query: query as never }),
    );
  const status = (validPayment: boolean, transactionStatusCode: string, more = {}) => ({
    ok: true,
    value: { status: { validPayment, transactionStatusCode, ...more } },
  });

  test.each<[string, PaymentState, boolean, string]>([
    ["pending", "open", false, "PENDING"],
    ["declined", "declined", false, "DECLINED"],
    ["expired", "expired", false, "DECLINED"],
    ["cancelled", "cancelled", false, "CANCELLED_BY_CONSUMER"],
    ["paid", "ordered", true, "PAID"],
  ])("is the provider's: %s", async (outcome, state, valid, code) => {
    const { checkout, payment } = await begun();
    shop.outcomes.set(hostedId, outcome as "paid");
    expect(await ask(checkout.id, { checkoutId: hostedId })).toEqual(
      status(valid, code, state === "expired" ? { expired: true } : {}),
    );
    const [row] = await shop.sale.query("select state from payments where id = $1", [payment.id]);
    expect(row).toEqual({ state });
  });

  test.each(["paid", "refunded"] as const)(
    "of a %s payment that became no order is paid, but not valid",
    async (state) => {
      const { checkout, payment } = await begun();
      await shop.sale.query("update checkouts set customer_created = null where id = $1", [checkout.id]);
      await shop.sale.query("update payments set state = $2 where id = $1", [payment.id, state]);
      shop.outcomes.set(hostedId, "paid");
      expect(await ask(checkout.id, { checkoutId: hostedId })).toEqual(status(false, "PAID"));
    },
  );

  test("is only for the checkout of the payment", async () => {
    const [{ checkout }, other] = [await begun(), await begun(`${hostedId}-other`)];
    shop.outcomes.set(hostedId, "pending");
    expect(await ask(other.checkout.id, { checkoutId: hostedId })).toEqual(refused("checkoutUnknown"));
    expect(await ask(null, { checkoutId: hostedId })).toEqual(refused("checkoutUnknown"));
    expect(await ask(checkout.id, {})).toEqual(refused("checkoutUnknown"));
    expect(await ask(checkout.id, { checkoutId: hostedId })).toMatchObject({ ok: true });
  });

  test("is not given for a forged return URL", async () => {
    const { checkout, payment } = await begun();
    shop.outcomes.set(hostedId, "pending");
    const answer = (mac: object) => ask(checkout.id, { checkoutId: hostedId, ...mac });
    // A provider without a check value: parameters in the URL are ignored.
    expect(await answer({ RETURNMAC: "anything" })).toMatchObject({ ok: true });
    await shop.sale.query("update payments set return_mac = 'right' where id = $1", [payment.id]);
    expect(await answer({ RETURNMAC: "right" })).toMatchObject({ ok: true });
    expect(await answer({})).toMatchObject({ ok: true });
    expect(await answer({ RETURNMAC: "wrong" })).toEqual(refused("checkoutUnknown"));
  });
});

describe("a report of the provider", () => {
  const report = (read: WebhookRead, provider = "sandbox", changed: object = {}) => {
    const payments: PaymentProvider = { ...shop.services.payments, readWebhook: () => read };
    const call = handlerCall<"paymentWebhook">({ body: null as never, params: { provider } });
    return paymentWebhook(compose({ ...shop.services, payments, ...changed }))(call);
  };
  const event = (
    payment: { hostedId: string } | { reference: string },
    eventId = `event-${hostedId}`,
  ): WebhookRead => ({
    kind: "event",
    eventId,
    payment,
  });
  const OK = { ok: true, value: { ok: true } };
  const timesAsked = () => shop.asked.filter((id) => id === hostedId).length;

  test("settles its payment, by the provider's id or by Kasse's", async () => {
    const { checkout } = await begun();
    shop.outcomes.set(hostedId, "paid");
    expect(await report(event({ hostedId }))).toEqual(OK);
    expect((await shop.sale.reload(checkout.id)).order).toMatchObject({ status: "placed" });
    const other = await begun(`${hostedId}-other`);
    shop.outcomes.set(`${hostedId}-other`, "paid");
    expect(await report(event({ reference: other.payment.id }, `other-${hostedId}`))).toEqual(OK);
    expect((await shop.sale.reload(other.checkout.id)).order).toMatchObject({ status: "placed" });
  });

  test("counts once", async () => {
    await begun();
    shop.outcomes.set(hostedId, "pending");
    expect(await report(event({ hostedId }))).toEqual(OK);
    expect(await report(event({ hostedId }))).toEqual(OK);
    expect(timesAsked()).toBe(1);
    expect(await report(event({ hostedId }, `another-${hostedId}`))).toEqual(OK);
    expect(timesAsked()).toBe(2);
  });

  test("that could not be settled counts when it is repeated", async () => {
    const { checkout } = await begun();
    await expect(report(event({ hostedId }))).rejects.toThrow("does not answer");
    shop.outcomes.set(hostedId, "paid");
    expect(await report(event({ hostedId }))).toEqual(OK);
    expect((await shop.sale.reload(checkout.id)).order).not.toBeNull();
  });

  test("is acknowledged once its outcome is stored, although another call has just asked and cannot store it", async () => {
    const { checkout, payment } = await begun();
    shop.outcomes.set(hostedId, "paid");
    const { now } = shop.sale.clock;
    const asked = Promise.withResolvers<void>();
    const failing = compose({
      ...shop.services,
      now: () => new Date(now.getTime() + 500),
      periods: { paymentPause: 1000 },
      articleQueue: () => {
        asked.resolve();
        return Promise.reject(new Error("the database is away"));
      },
    });
    const first = expect(failing.settlement.settle(payment)).rejects.toThrow("the database is away");
    await asked.promise;
    // The webhook came before the other call asked, and its turn to ask comes later.
    let time = now.getTime() - 600;
    const later = { now: () => new Date((time += 600)), periods: { paymentPause: 1000 } };
    expect(await report(event({ hostedId }), "sandbox", later)).toEqual(OK);
    expect((await shop.sale.reload(checkout.id)).order).not.toBeNull();
    await first;
  });

  test("with the id of another provider's event counts", async () => {
    await begun();
    shop.outcomes.set(hostedId, "pending");
    await shop.sale.query("insert into webhook_events (provider, event_id) values ('other', $1)", [
      `event-${hostedId}`,
    ]);
    await report(event({ hostedId }));
    expect(timesAsked()).toBe(1);
  });

  test("twice at once is answered twice", async () => {
    await begun();
    shop.outcomes.set(hostedId, "pending");
    expect(await Promise.all([report(event({ hostedId })), report(event({ hostedId }))])).toEqual([OK, OK]);
  });

  test("is rejected if it is forged or of another provider, and accepted and counted about a foreign payment", async () => {
    await begun();
    shop.webhooks.length = 0;
    expect(await report({ kind: "forged" })).toEqual(refused("badSignature"));
    expect(await report(event({ hostedId }), "other")).toEqual(refused("notFound"));
    expect(await report(event({ hostedId: "nobody's" }))).toEqual(OK);
    expect(await report(event({ reference: randomUUID() }))).toEqual(OK);
    expect(await report({ kind: "other" })).toEqual(OK);
    expect(timesAsked()).toBe(0);
    expect(shop.webhooks).toEqual(["forged", "foreign", "foreign", "other"]);
    shop.outcomes.set(hostedId, "pending");
    expect([await report(event({ hostedId })), await report(event({ hostedId }))]).toEqual([OK, OK]);
    expect(shop.webhooks.slice(4)).toEqual(["settled", "repeated"]);
  });
});

/** The path to which the forms of providers send shoppers. */
const RESULT = "/public-api/payment-result";

describe("the calls of a provider's own form", () => {
  let app: FastifyInstance;
  const logged: unknown[] = [];
  const verify = `${API_PREFIX}/payment-webhook`;
  beforeAll(async () => {
    const payments: PaymentProvider = {
      ...shop.services.payments,
      readReturn: ({ id }) => (typeof id === "string" ? id : null),
      answerVerification: (headers) => (headers["x-verify"] === undefined ? null : String(headers["x-verify"])),
    };
    const stream = { write: (line: string) => void logged.push(JSON.parse(line) as { msg: string; error?: string }) };
    app = fastify({ logger: { level: "warn", stream } });
    registerProviderCalls(app, compose({ ...shop.services, payments }));
    await app.ready();
  });
  afterAll(() => app.close());
  const get = (url: string, headers = {}) => app.inject({ method: "GET", url, headers });
  const back = (id: string, provider = "sandbox") => get(`${RESULT}/${provider}?id=${id}`);

  test("its URL is verified by the expected answer, in plain text", async () => {
    const answer = await get(`${verify}/sandbox`, { "x-verify": "echo" });
    expect([answer.statusCode, answer.body, answer.headers["content-type"]]).toEqual([
      200,
      "echo",
      "text/plain; charset=utf-8",
    ]);
    expect((await get(`${verify}/sandbox`)).statusCode).toBe(404);
    expect((await get(`${verify}/other`, { "x-verify": "echo" })).statusCode).toBe(404);
  });

  test("a returning payer gets the result page, and the payment is settled", async () => {
    const { checkout } = await begun();
    await shop.sale.query("update checkouts set locale = 'fr' where id = $1", [checkout.id]);
    shop.outcomes.set(hostedId, "paid");
    const answer = await back(hostedId);
    const page = `/fr/checkout/7p?hostedCheckoutId=${hostedId}`;
    expect([answer.statusCode, answer.headers.location]).toEqual([303, page]);
    const withSecret = await get(`${RESULT}/sandbox/a-secret?id=${hostedId}`);
    expect([withSecret.statusCode, withSecret.headers.location]).toEqual([303, `${page}&secret=a-secret`]);
    expect((await shop.sale.reload(checkout.id)).order).toMatchObject({ status: "placed" });
  });

  test("a provider that does not answer now does not prevent the return, and is logged", async () => {
    const { checkout } = await begun();
    expect((await back(hostedId)).statusCode).toBe(303);
    expect((await shop.sale.reload(checkout.id)).order).toBeNull();
    expect(logged.at(-1)).toMatchObject({
      error: "the provider does not answer",
      msg: "could not settle a returned payment yet",
    });
  });

  test("a mistake is not hidden", async () => {
    await begun();
    shop.outcomes.set(hostedId, "nonsense" as "paid");
    expect((await back(hostedId)).statusCode).toBe(500);
  });

  test("a return from another provider, or from an unknown payment, is not found", async () => {
    await begun();
    shop.outcomes.set(hostedId, "pending");
    expect((await back(hostedId, "other")).statusCode).toBe(404);
    expect((await back("nobody's")).statusCode).toBe(404);
    expect((await get(`${RESULT}/sandbox`)).statusCode).toBe(404);
  });

  test("a provider without a form of its own has no such calls", async () => {
    const plain = fastify();
    registerProviderCalls(plain, shop.services);
    for (const path of [`${verify}/sandbox`, `${RESULT}/sandbox?id=1`])
      expect((await plain.inject({ method: "GET", url: path })).statusCode).toBe(404);
    await plain.close();
  });
});
