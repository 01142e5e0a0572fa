import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { takeDueChecks } from "#server/sale/ledger/ledger.ts";
import { sellWithDownPayment, WITH_DOWN_PAYMENT } from "../support/down-payment.ts";
import { picture } from "../support/people.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";

/** Longer than jobs that need not wait for a poll take, on any machine. */
const POLL_MS = 20_000;
let shop: Shop;
let image: Blob;
beforeAll(async () => {
  [shop, image] = await Promise.all([startShop({ jobs: true, periods: { jobPoll: POLL_MS } }), picture()]);
  await fetch(`${shop.kasse.paymentOrigin}/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ webhook: "never" }),
  });
});
beforeEach(async () => {
  // The start queues this job, which can run late on a busy machine and would take what a test has made due.
  await eventually("no job settles", async () => {
    const jobs = await query("select 1 from graphile_worker.jobs where task_identifier = 'settle-payments'");
    return jobs.length === 0;
  });
  await query("update payments set next_check_at = now() + interval '1 day'");
});
afterAll(() => shop.stop());

let people = 0;
async function ready(record: object = { type: "Tariff", tariff: "PREPAID20" }) {
  const shopper = shop.shopper();
  await shopper.choose(record as { type: "Tariff" });
  const email = `settle${(people += 1)}@example.ch`;
  await shopper.becomeCustomer(email, image);
  const { redirectUrl } = (await expectOk("payment", shopper.call("prepareTransaction"))) as { redirectUrl: string };
  return { shopper, redirectUrl, email };
}

const query = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
  (await shop.database.pool.query<Row>(text, [...values])).rows;
const settle = () => query("select graphile_worker.add_job('settle-payments', '{}')");
const ordersOf = (shopper: Shopper) => query("select 1 from orders where checkout_id = $1", [shopper.checkoutId]);

describe("reconciliation", () => {
  test("a shopper who paid and closed the window has an order, regardless of the number of payments declined before", async () => {
    const { shopper, redirectUrl } = await ready();
    await shopper.pressAtProvider(redirectUrl, "pay-and-close");
    // 600 declined payments, all due, at a slow provider.
    await query(
      `insert into payments (checkout_id, provider, hosted_id, state, amount, fingerprint, shown, expires_at, updated_at, next_check_at)
       select checkout_id, provider, 'gone-' || n, 'declined', amount, 'old', shown, expires_at, now() - interval '1 hour', now() + interval '1 day'
       from payments, generate_series(1, 600) n where checkout_id = $1`,
      [shopper.checkoutId],
    );
    const allDue = () =>
      query("update payments set next_check_at = now() - interval '1 minute' where checkout_id = $1", [
        shopper.checkoutId,
      ]);
    const { db, now } = shop.kasse.services;
    await allDue();
    const [first] = await takeDueChecks(db, now(), 1);
    expect(first?.state).toBe("open");
    await allDue();
    await settle();
    await eventually("the order", async () => (await ordersOf(shopper)).length === 1);
    await query("delete from payments where hosted_id like 'gone-%'");
  });

  test("each payment has its own retry delays, which double up to ten minutes; no two processes check one at once", async () => {
    const { shopper } = await ready();
    const start = new Date(Date.now() + 1000);
    await query("update payments set next_check_at = $2, checks = 0 where checkout_id = $1", [
      shopper.checkoutId,
      start,
    ]);
    const { db } = shop.kasse.services;
    const pauses: number[] = [];
    let at = start;
    for (let check = 0; check < 9; check++) {
      expect(await takeDueChecks(db, new Date(at.getTime() - 1), 10)).toEqual([]);
      const taken = await Promise.all([takeDueChecks(db, at, 10), takeDueChecks(db, at, 10)]);
      expect(taken.flat()).toHaveLength(1);
      const [row] = await query<{ next_check_at: Date }>("select next_check_at from payments where checkout_id = $1", [
        shopper.checkoutId,
      ]);
      const next = row?.next_check_at ?? at;
      pauses.push((next.getTime() - at.getTime()) / 1000);
      at = next;
    }
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600]);
  });

  test("payments that ended unpaid are checked for two hours, refunded and ordered ones never", async () => {
    const { shopper } = await ready();
    const { db, now } = shop.kasse.services;
    const dueAfter = async (state: string, age: string) => {
      await query(
        "update payments set state = $2, updated_at = now() - $3::interval, next_check_at = now() - interval '1 minute' where checkout_id = $1",
        [shopper.checkoutId, state, age],
      );
      return (await takeDueChecks(db, now(), 10)).length;
    };
    for (const state of ["declined", "cancelled", "expired"]) {
      expect(await dueAfter(state, "119 minutes")).toBe(1);
      expect(await dueAfter(state, "121 minutes")).toBe(0);
    }
    const [over] = await query<{ never: boolean }>(
      "select next_check_at = 'infinity' as never from payments where checkout_id = $1",
      [shopper.checkoutId],
    );
    // Otherwise every check would read all payments that ever ended.
    expect(over).toEqual({ never: true });
    for (const state of ["ordered", "refunded"]) expect(await dueAfter(state, "1 minute")).toBe(0);
    expect(await dueAfter("open", "3 days")).toBe(1);
  });

  /**
   * Settles a payment for a choice that has changed. Resolves to its shopper when the mail about the refund has
   * arrived, and the duration.
   */
  async function settledForSomethingElse(): Promise<{ readonly shopper: Shopper; readonly ms: number }> {
    const { shopper, redirectUrl, email } = await ready(WITH_DOWN_PAYMENT);
    // Another device, without a down payment, for a customer whose data is complete.
    await shopper.choose({ type: "Tariff", tariff: "SMART60", mobile: "PIZLITE" });
    const ofShopper = "reference in (select id::text from payments where checkout_id = $1)";
    await eventually("the provider closed the first payment", async () => {
      const [sandbox] = await query<{ outcome: string }>(`select outcome from sandbox_payments where ${ofShopper}`, [
        shopper.checkoutId,
      ]);
      return sandbox?.outcome === "cancelled";
    });
    // Simulates a provider that cannot close a payment: it is paid in a forgotten tab.
    await query(`update sandbox_payments set outcome = 'pending' where ${ofShopper}`, [shopper.checkoutId]);
    await shopper.pressAtProvider(redirectUrl, "pay-and-close");
    await query("update payments set next_check_at = now() where checkout_id = $1", [shopper.checkoutId]);
    const began = performance.now();
    await settle();
    await eventually("the mail about the refund", async () => (await shop.messages(email)).length === 1);
    return { shopper, ms: performance.now() - began };
  }

  test("a payment for another choice places no order: it is refunded, and the shopper still has to press", async () => {
    await sellWithDownPayment(shop);
    const { shopper } = await settledForSomethingElse();
    expect(await query("select state from payments where checkout_id = $1", [shopper.checkoutId])).toEqual([
      { state: "refunded" },
    ]);
    expect(await ordersOf(shopper)).toEqual([]);
    expect(await expectOk("order", shopper.call("createOrder", {}))).toMatchObject({ status: "placed" });
  });

  test("settled, refunded and mailed without waiting for a poll, by three jobs that queue each other", async () => {
    let best = Number.POSITIVE_INFINITY;
    // Now and then, a notification is lost by chance; a job that none is sent for waits each time.
    for (let tries = 0; best > POLL_MS / 2 && tries < 4; tries += 1)
      best = Math.min(best, (await settledForSomethingElse()).ms);
    expect(best).toBeLessThan(POLL_MS / 2);
  });
});
