import { queueOf } from "#server/platform/jobs/queue.ts";
import { compose } from "../support/compose.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { francs } from "#core/money/money.ts";
import type { PaymentState } from "#core/payment/payment-states.ts";
import { LOCALES } from "#core/text/locale.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import { queueExtraRefund, requestRefund, voidPayment } from "#server/sale/ledger/ledger.ts";
import { cancelPayment, mailRefund, refundPayment, retryRefunds } from "#server/sale/payment/refund.ts";
import type { PaymentProvider, Refunded } from "#server/sale/payment/provider.ts";
import { orderServices, type OrderServices } from "../support/order-services.ts";

let shop: OrderServices;
beforeAll(async () => {
  shop = await orderServices();
});
afterAll(() => shop.sale.close());

const refunds: unknown[][] = [];
const cancelled: unknown[] = [];
let refund: () => Promise<Refunded>;
beforeEach(() => {
  refunds.length = 0;
  cancelled.length = 0;
  refund = () => Promise.resolve({ total: 2000, now: 2000 });
});
const services = () => {
  const payments: PaymentProvider = {
    ...shop.services.payments,
    refund: async (...request) => (refunds.push(request), refund()),
    cancel: async (payment) => void cancelled.push(payment),
  };
  return compose({ ...shop.services, payments });
};

let number = 0;
/** Creates a payment that its provider reports as paid, and that became no order. */
async function paid(hostedId: string | null = `refund-${(number += 1)}`) {
  const checkout = await shop.ready({ type: "Tariff", tariff: "PREPAID20" });
  const payment = await shop.pay(checkout, hostedId);
  await shop.sale.query("update payments set state = 'paid' where id = $1", [payment.id]);
  return { ...payment, email: checkout.account?.email ?? "" };
}
const stateOf = async (id: string) =>
  (await shop.sale.query<{ state: PaymentState }>("select state from payments where id = $1", [id]))[0]?.state;
const jobsOf = (id: string) =>
  shop.sale.query<{ name: string; key: string; attempts: number }>(
    `select t.identifier as name, j.key, j.attempts from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where j.payload->>'paymentId' = $1 order by j.id`,
    [id],
  );

describe("a refund", () => {
  const run = (paymentId: string) => refundPayment(services())({ paymentId });
  const requested = async () => {
    const payment = await paid();
    await requestRefund(shop.sale.db, payment.id, shop.sale.clock.now);
    return payment;
  };

  test("is made with a key that a repetition also uses, and is mailed", async () => {
    const { id, hosted_id } = await requested();
    await run(id);
    expect(refunds).toEqual([[{ hostedId: hosted_id, reference: id }, 2000, `refund:${id}`]]);
    expect(await stateOf(id)).toBe("refunded");
    expect((await jobsOf(id)).at(-1)).toMatchObject({ name: "mail-refund", key: `mail-refund:${id}` });
    await run(id);
    expect(refunds).toHaveLength(1);
  });

  test("of a cancelled order's payment is also made", async () => {
    const order = await shop.paid();
    await shop.act("refund", order);
    await run(order.payment?.id ?? "");
    expect(refunds).toMatchObject([[{}, 9900, {}]]);
  });

  test("rejected by the provider is not mailed, and retried with the same key", async () => {
    const { id } = await requested();
    refund = () => Promise.reject(new Unavailable("away"));
    await expect(run(id)).rejects.toThrow("away");
    expect(await stateOf(id)).toBe("paid");
    refund = () => Promise.resolve({ total: 2000, now: 2000 });
    await run(id);
    expect(refunds[1]).toEqual(refunds[0]);
  });

  test("that was made in the meantime is mailed once", async () => {
    const { id } = await requested();
    refund = async () => {
      await shop.sale.query("update payments set state = 'refunded' where id = $1", [id]);
      return { total: 2000, now: 2000 };
    };
    await run(id);
    expect((await jobsOf(id)).map(({ name }) => name)).toEqual(["refund-payment"]);
  });

  test.each([
    { went: "nothing", total: 2000, now: 2000, subject: "20.–", told: null },
    { went: "a part", total: 2000, now: 1200, subject: "12.–", told: "Mit diesen CHF\u00a012.– haben Sie insgesamt" },
    { went: "all of it", total: 2000, now: 0, subject: "20.–", told: null },
    { went: "of less than was asked nothing", total: 1500, now: 1500, subject: "15.–", told: null },
  ])("says and stores how much went back if $went had gone back before", async ({ total, now, subject, told }) => {
    const { id } = await requested();
    refund = () => Promise.resolve({ total, now });
    await run(id);
    const stored = await shop.sale.query("select refunded_amount from payments where id = $1", [id]);
    expect(stored).toEqual([{ refunded_amount: total }]);
    const payloads = await shop.sale.query<{ payload: { paymentId: string; now?: number } }>(
      "select payload from graphile_worker._private_jobs where key = $1",
      [`mail-refund:${id}`],
    );
    await mailRefund(services())(payloads[0]?.payload ?? { paymentId: "" });
    const [mail] = shop.mails.splice(0);
    expect(mail?.subject).toBe(`Wir haben Ihnen CHF\u00a0${subject} zurückerstattet`);
    expect(mail?.text).toContain(`Ihre Zahlung über CHF\u00a0${francs(total)} passte`);
    expect(mail?.text.includes("Mit diesen")).toBe(told !== null);
    if (told !== null) expect(mail?.text).toContain(`${told} CHF\u00a020.– zurückerhalten.`);
  });

  test("and everything else that changes a payment at its provider waits for the other", async () => {
    const { id } = await requested();
    await queueExtraRefund(shop.sale.db, id);
    const [open] = [await paid()];
    await shop.sale.query("update payments set state = 'open' where id = $1", [open.id]);
    await voidPayment(shop.sale.db, open.id, open.checkout_id, shop.sale.clock.now);
    const queues = await shop.sale.query(
      `select distinct q.queue_name from graphile_worker._private_jobs j
       join graphile_worker._private_job_queues q on q.id = j.job_queue_id where j.payload->>'paymentId' = any ($1)`,
      [[id, open.id]],
    );
    expect(queues).toEqual(
      expect.arrayContaining([id, open.id].map((each) => ({ queue_name: queueOf("payment", each) }))),
    );
  });

  test("that was not requested, or of an unpaid payment, is not made", async () => {
    const [unasked, nowhere] = [await paid(), await paid(null)];
    await requestRefund(shop.sale.db, nowhere.id, shop.sale.clock.now);
    const open = await requested();
    await shop.sale.query("update payments set state = 'declined' where id = $1", [open.id]);
    for (const { id } of [unasked, nowhere, open]) await run(id);
    expect(refunds).toEqual([]);
    await expect(run(crypto.randomUUID())).rejects.toThrow();
  });
});

describe("the mail about a refund", () => {
  const mail = async (paymentId: string) => {
    await mailRefund(services())({ paymentId });
    return shop.mails.splice(0);
  };
  const letter = (...parts: readonly string[]) =>
    [...parts, "Fragen? 0800 784 784 oder info@alpenfon.example", "Freundliche Grüsse\nAlpenfon"].join("\n\n");
  const NO_ORDER =
    "Ihre Zahlung über CHF\u00a020.– passte nicht mehr zu Ihrer Bestellung. Wir haben sie zurückerstattet; eine Bestellung ist daraus nicht entstanden.";

  test("says that the payment did not become an order", async () => {
    const { id, email } = await paid();
    expect(await mail(id)).toEqual([
      {
        to: email,
        key: `refund:${id}`,
        locale: "de",
        subject: "Wir haben Ihnen CHF\u00a020.– zurückerstattet",
        text: letter("Guten Tag Nora Beispiel", NO_ORDER),
      },
    ]);
  });

  test.each(LOCALES)("says in its subject and in its text that the money has already been sent: %s", async (locale) => {
    const order = await shop.paid();
    await shop.sale.query("update orders set status = 'cancelled' where id = $1", [order.id]);
    await shop.sale.query("update checkouts set locale = $1 where id = $2", [locale, order.checkoutId]);
    const [sent] = await mail(order.payment?.id ?? "");
    const done = {
      de: "Wir haben Ihnen CHF\u00a099.–",
      en: "We’ve refunded you CHF\u00a099.–",
      fr: "Nous vous avons remboursé CHF\u00a099.–",
      it: "Le abbiamo rimborsato CHF\u00a099.–",
      sr: "Vratili smo Vam CHF\u00a099.–",
    }[locale];
    expect(sent?.subject).toContain(done);
    expect(sent?.text).toContain(done);
  });

  test("of another payment for an order that was cancelled also contains the order", async () => {
    const { id, checkout_id } = await paid();
    await shop.sale.query("update payments set state = 'ordered' where id = $1", [id]);
    const order = await shop.paid();
    await shop.sale.query("update payments set checkout_id = $2 where id = $1", [id, order.checkoutId]);
    expect(await mail(id)).toMatchObject([{ text: letter("Guten Tag Nora Beispiel", NO_ORDER) }]);
    await shop.sale.query("update orders set status = 'cancelled' where id = $1", [order.id]);
    const cancelledText = `Wir haben Ihnen CHF\u00a020.– für die stornierte Bestellung ${order.number} zurückerstattet.`;
    expect(await mail(id)).toMatchObject([{ text: letter("Guten Tag Nora Beispiel", cancelledText) }]);
    expect(checkout_id).not.toBe(order.checkoutId);
  });

  test("contains the cancelled order", async () => {
    const order = await shop.paid();
    await shop.sale.query("update orders set status = 'cancelled' where id = $1", [order.id]);
    expect(await mail(order.payment?.id ?? "")).toMatchObject([
      {
        text: letter(
          "Guten Tag Nora Beispiel",
          `Wir haben Ihnen CHF\u00a099.– für die stornierte Bestellung ${order.number} zurückerstattet.`,
        ),
      },
    ]);
  });

  test("goes to the registered e-mail, without a name, if the customer no longer exists; without one it is not sent", async () => {
    const { id, checkout_id } = await paid();
    await shop.sale.query(
      "update checkouts set account_id = null, form = null, registered_email = 'new@example.ch' where id = $1",
      [checkout_id],
    );
    expect(await mail(id)).toMatchObject([{ to: "new@example.ch", text: letter("Guten Tag", NO_ORDER) }]);
    await shop.sale.query("update checkouts set registered_email = null where id = $1", [checkout_id]);
    expect(await mail(id)).toEqual([]);
  });

  test("about an unknown payment is a mistake", async () => {
    await expect(mail(crypto.randomUUID())).rejects.toThrow();
  });
});

test("a voided payment is closed at the provider, if the provider has it, but not if it was paid after all", async () => {
  const [there, nowhere, paidAfterAll, ordered] = [await paid(), await paid(null), await paid(), await paid()];
  const states = [there, nowhere].map(({ id }) => ({ id, state: "cancelled" }));
  for (const { id, state } of [...states, { id: ordered.id, state: "ordered" }])
    await shop.sale.query("update payments set state = $2 where id = $1", [id, state]);
  for (const { id } of [paidAfterAll, ordered]) await cancelPayment(services())({ paymentId: id });
  for (const { id } of [there, nowhere]) await cancelPayment(services())({ paymentId: id });
  expect(cancelled).toEqual([{ hostedId: there.hosted_id, reference: there.id }]);
  await expect(cancelPayment(services())({ paymentId: crypto.randomUUID() })).rejects.toThrow();
});

test("at night, given-up refunds are logged and retried; others wait for their next attempt", async () => {
  await shop.sale.query("update payments set refund_requested_at = null");
  const order = await shop.paid();
  await shop.act("refund", order);
  const waiting = await paid();
  await requestRefund(shop.sale.db, waiting.id, shop.sale.clock.now);
  const id = order.payment?.id ?? "";
  await shop.sale.query(
    "update graphile_worker._private_jobs set attempts = case when key = $1 then max_attempts else 1 end",
    [`refund:${id}`],
  );
  const logged: unknown[][] = [];
  const log = { error: (...line: unknown[]) => void logged.push(line) };
  await retryRefunds({ db: shop.sale.db, log })({});
  expect(logged).toEqual([[{ paymentId: id, order: order.number }, "a refund was given up; it is tried again"]]);
  expect((await jobsOf(id)).at(-1)).toMatchObject({ name: "refund-payment", key: `refund:${id}`, attempts: 0 });
  expect(await jobsOf(waiting.id)).toMatchObject([{ name: "refund-payment", attempts: 1 }]);
});
