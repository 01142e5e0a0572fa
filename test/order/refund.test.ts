import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kasse, settingsOf } from "../support/cli.ts";
import { piecesOf, sellWithDownPayment, WITH_DOWN_PAYMENT } from "../support/down-payment.ts";
import { picture } from "../support/people.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";
import { orderingMistakes } from "../support/tmf-schemas.ts";

let shop: Shop;
let image: Blob;
beforeAll(async () => {
  [shop, image] = await Promise.all([startShop({ jobs: true }), picture()]);
  await sellWithDownPayment(shop);
});
afterAll(() => shop.stop());

const run = (...argv: string[]) => kasse(argv, settingsOf(shop));
const REASON = ["--reason", "the customer changed her mind"];
const DEVICE = WITH_DOWN_PAYMENT.mobile;
let people = 0;

async function paid(): Promise<{ shopper: Shopper; email: string; number: string }> {
  const shopper = shop.shopper();
  const email = `refund${(people += 1)}@example.ch`;
  shopper.locale = "it";
  await shopper.choose(WITH_DOWN_PAYMENT);
  await shopper.becomeCustomer(email, image);
  const { redirectUrl } = (await expectOk("payment", shopper.call("prepareTransaction"))) as { redirectUrl: string };
  const hostedId = await shopper.pressAtProvider(redirectUrl, "pay");
  await expectOk("status", shopper.transactionStatus(hostedId ?? ""));
  const { orderNumber } = await expectOk("order", shopper.call("createOrder", { billPayed: true }));
  await eventually("the hand-over", async () => (await eventsOf(orderNumber)).length === 1);
  return { shopper, email, number: orderNumber };
}

const eventsOf = async (number: string) =>
  (await shop.orders()).filter(({ event }) => event.productOrder.id === number);
const stateOf = async (shopper: Shopper) =>
  (
    await shop.database.pool.query<{ state: string }>("select state from payments where checkout_id = $1", [
      shopper.checkoutId,
    ])
  ).rows[0]?.state;

describe("orders refund", () => {
  test("cancels a paid order: money, stock, two mails in the customer's language, and an event for the operator", async () => {
    const before = await piecesOf(shop, DEVICE);
    const { shopper, email, number } = await paid();
    expect(await piecesOf(shop, DEVICE)).toBe(before - 1);
    const { code, out } = await run("orders", "refund", number, ...REASON);
    expect({ code, out }).toEqual({
      code: 0,
      out: `Order ${number} is cancelled. Its payment is being refunded. The operator's systems are notified. The customer gets a mail.`,
    });
    await eventually("the refund", async () => (await stateOf(shopper)) === "refunded");
    const { rows } = await shop.database.pool.query(
      "select refunded_at from sandbox_payments where refunded_at is not null",
    );
    expect(rows).toHaveLength(1);
    expect(await piecesOf(shop, DEVICE)).toBe(before);
    for (const words of [`Il suo ordine ${number} è annullato`, `per l’ordine annullato ${number}`])
      await eventually(words, async () => (await shop.messages(email)).find(({ text }) => text.includes(words)));
    const events = await eventually("the second event", async () => {
      const all = await eventsOf(number);
      return all.length === 2 && all;
    });
    const cancelled = events.find(({ event }) => "cancellationReason" in event.productOrder);
    expect(cancelled).toMatchObject({
      eventType: "ProductOrderStateChangeEvent",
      event: { productOrder: { id: number, state: "cancelled", cancellationReason: "the customer changed her mind" } },
    });
    expect(orderingMistakes("ProductOrderStateChangeEvent", cancelled)).toEqual([]);
    expect((await shopper.call("esim")).status).toBe(404);
    expect(await run("orders", "refund", number, ...REASON)).toMatchObject({
      code: 1,
      err: `kasse: order ${number} is already cancelled.`,
    });
    expect((await run("orders", "show", number)).out).toMatch(/refunded +by \S+: the customer changed her mind/);
  });
});

describe("a refund that the provider rejects", () => {
  const givenUp = async (paymentId: string) =>
    shop.database.pool.query(
      "update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'the provider is away', locked_at = null where key = $1",
      [`refund:${paymentId}`],
    );

  test("is listed once it was given up, counted, and retried at night and by command", async () => {
    const { shopper, number } = await paid();
    await fetch(`${shop.kasse.paymentOrigin}/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ refund: "failing" }),
    });
    await run("orders", "refund", number, ...REASON);
    const { rows } = await shop.database.pool.query<{ id: string }>("select id from payments where checkout_id = $1", [
      shopper.checkoutId,
    ]);
    const id = rows[0]?.id ?? "";
    await eventually("a try has failed", async () => {
      const jobs = await shop.database.pool.query(
        "select 1 from graphile_worker.jobs where key = $1 and attempts > 0 and locked_at is null",
        [`refund:${id}`],
      );
      return jobs.rows.length === 1;
    });
    await givenUp(id);
    expect((await run("refunds", "list")).out).toMatch(new RegExp(`${id} +${number} +99\\.– .* givenUp`));
    expect(await shop.metrics()).toContain('kasse_refunds{state="givenUp"} 1');
    await fetch(`${shop.kasse.paymentOrigin}/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ refund: "normal" }),
    });
    await shop.database.pool.query("select graphile_worker.add_job('retry-refunds', '{}')");
    await eventually("the refund", async () => (await stateOf(shopper)) === "refunded");
    expect((await run("refunds", "list")).out).toBe("No refunds are waiting.");
    expect(await run("refunds", "retry", id)).toMatchObject({ code: 1 });
  });
});
