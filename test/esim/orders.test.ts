import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { es2Plus } from "#server/integrations/esim/es2plus.ts";
import { addIccids, freeIccids } from "#server/sale/esim/iccid-pool.ts";
import { orderEsim } from "#server/sale/esim/order-esim.ts";
import { findEsim } from "#server/sale/esim/queries.ts";
import { queueOf } from "#server/platform/jobs/queue.ts";
import { announceIccid } from "#server/sale/order/announce-iccid.ts";
import { CLERK } from "../support/order-services.ts";
import { freePort } from "../support/ports.ts";
import { esimOrders, TYPE, type EsimOrders } from "../support/esim-orders.ts";
import { actionsOf } from "#server/sale/order/queries.ts";
import { listEsims } from "#server/read-models/esims.ts";

let shop: EsimOrders;
beforeAll(async () => {
  shop = await esimOrders();
});
afterAll(() => shop.stop());
afterEach(() => {
  shop.smdp.faults.length = 0;
  shop.alarms.length = 0;
});

const SECOND = 1000;
const reserved = () => shop.smdp.books.profiles.size - shop.smdp.count("Available");
const waiting = async (order: { id: string }) =>
  (await shop.jobsOf(order as never)).filter(({ key }) => key === `esim:${order.id}`).map(({ name }) => name);

const mailsAbout = async (order: { id: string }) =>
  (await shop.jobsOf(order as never))
    .filter(({ key }) => key?.startsWith("mail-esim"))
    .map(({ payload }) => (payload as { about: string }).about);

describe("an eSIM", () => {
  test("is reserved by the configured type, then released; the code is the one returned by the SM-DP+", async () => {
    const order = await shop.ordered();
    expect(await shop.run(order)).toMatchObject({
      state: "ready",
      smdp_address: "rsp.fake.example",
      tries: 0,
      alarm: false,
    });
    // It is on the order's page at once, so no mail is sent.
    expect(await mailsAbout(order)).toEqual([]);
    const [download, confirm] = shop.smdp.calls().slice(-2);
    expect(download).toMatchObject({
      call: "downloadOrder",
      body: { header: { functionRequesterIdentifier: "1.3.6.1.4.1.99999" }, profileType: TYPE },
    });
    expect(download?.body).not.toHaveProperty("iccid");
    expect(confirm).toMatchObject({
      call: "confirmOrder",
      body: { iccid: expect.stringMatching(/F$/), releaseFlag: true },
    });
    expect(await shop.matchingIdOf(order)).toBe(confirm?.body["matchingId"]);
  });

  test("has the matching id chosen by the SM-DP+, and the configured address if it returns none", async () => {
    const { options } = shop.smdp.books;
    options.matchingIds = "own";
    options.smdpAddress = null;
    const order = await shop.ordered();
    const row = await shop.run(order);
    options.matchingIds = "given";
    options.smdpAddress = "rsp.fake.example";
    expect(row).toMatchObject({ state: "ready", smdp_address: "smdp.operator.example" });
    expect(await shop.matchingIdOf(order)).toMatch(/^SMDP-8941/);
  });

  test("is announced with its ICCID without the padding", async () => {
    const order = await shop.ordered();
    const { iccid } = await shop.run(order);
    const events = await shop.eventsOf(order);
    expect(iccid).toMatch(/F$/);
    expect(JSON.stringify(events.at(-1))).toContain(`"${iccid?.slice(0, -1)}"`);
  });
});

describe("no profile left", () => {
  test("causes an alarm, and retries until there is one", async () => {
    shop.smdp.faults.push({ kind: "refuse", code: "8.2.5/3.7", times: 6 });
    const order = await shop.ordered();
    const before = shop.sale.clock.now.getTime();
    expect(await shop.run(order)).toMatchObject({
      state: "ordered",
      problem: "downloadOrder 8.2.5/3.7",
      alarm: true,
      next_try_at: new Date(before + 60 * SECOND),
    });
    expect(await waiting(order)).toEqual(["order-esim"]);
    for (let tries = 2; tries <= 6; tries += 1) expect((await shop.runNext(order)).state).toBe("ordered");
    expect(shop.alarms).toHaveLength(6);
    expect(await mailsAbout(order)).toEqual([]);
    expect(await shop.runNext(order)).toMatchObject({ state: "ready", problem: null, alarm: false, tries: 0 });
    // The customer has left the page by now, so a mail is sent.
    expect(await mailsAbout(order)).toEqual(["esimReady"]);
  });

  test("a permanent failure code ends it, with an alarm", async () => {
    shop.smdp.faults.push({ kind: "refuse", code: "1.6/2.1" });
    const order = await shop.ordered();
    expect(await shop.run(order)).toMatchObject({ state: "failed", alarm: true, next_try_at: null });
    expect(await shop.run(order)).toMatchObject({ state: "failed", tries: 1 });
    expect(await mailsAbout(order)).toEqual(["esimFailed"]);
  });
});

describe("a lost answer", () => {
  test("of downloadOrder is repeated soon, then at long intervals, counted, and given up after four repetitions, which limits the profiles lost", async () => {
    const used = reserved();
    shop.smdp.faults.push({ kind: "lose", call: "downloadOrder", times: 5 });
    const order = await shop.ordered();
    const start = shop.sale.clock.now.getTime();
    expect(await shop.run(order)).toMatchObject({
      lost_answers: 1,
      alarm: false,
      next_try_at: new Date(start + 10 * SECOND),
    });
    expect(await shop.runNext(order)).toMatchObject({ lost_answers: 2, alarm: true, state: "ordered" });
    await shop.runNext(order);
    await shop.runNext(order);
    expect(await shop.runNext(order)).toMatchObject({ lost_answers: 5, state: "failed", next_try_at: null });
    expect(reserved() - used).toBe(5);
    expect((await listEsims(shop.sale.db, { alarm: true }))[0]).toMatchObject({ number: order.number, lostAnswers: 5 });
  });

  test("does not count if no connection was made", async () => {
    const order = await shop.ordered();
    const esims = es2Plus({ ...shop.settings, url: `http://127.0.0.1:${await freePort()}` });
    await orderEsim({ ...shop.services, esims })({ orderId: order.id });
    expect(await shop.rowOf(order)).toMatchObject({
      lost_answers: 0,
      tries: 1,
      problem: "downloadOrder: ECONNREFUSED",
    });
  });

  test.each([403, 429, 503])("is not counted for the status %i", async (status) => {
    shop.smdp.faults.push({ kind: "status", status });
    expect(await shop.run(await shop.ordered())).toMatchObject({ lost_answers: 0, tries: 1, state: "ordered" });
  });

  test.each([
    { kind: "hang" },
    { kind: "expire" },
    { kind: "status", status: 500 },
    { kind: "slow", ms: 2000 },
  ] as const)("$kind counts as a lost answer", async (fault) => {
    shop.smdp.faults.push({ ...fault });
    expect(await shop.run(await shop.ordered())).toMatchObject({ lost_answers: 1, state: "ordered" });
  });

  test.each(["8.2.1/3.3", "8.2.6/3.3"] as const)("of confirmOrder, then %s, is a success", async (code) => {
    shop.smdp.books.options.repeatedConfirm = code;
    const used = reserved();
    shop.smdp.faults.push({ kind: "lose", call: "confirmOrder" });
    const order = await shop.ordered();
    expect(await shop.run(order)).toMatchObject({ state: "ordered", lost_answers: 0 });
    expect(await shop.runNext(order)).toMatchObject({ state: "ready", smdp_address: "smdp.operator.example" });
    expect(reserved() - used).toBe(1);
    expect(shop.smdp.books.byMatchingId((await shop.matchingIdOf(order)) ?? "")?.state).toBe("Released");
  });

  test.each(["8.2.1/3.3", "8.2.6/3.3"] as const)(
    "but %s without an earlier confirmOrder is a failure",
    async (code) => {
      shop.smdp.faults.push({ kind: "refuse", code, call: "confirmOrder", times: 2 });
      const order = await shop.ordered();
      expect(await shop.run(order)).toMatchObject({ state: "failed", alarm: true });
      await shop.act("retryEsim", order);
      expect(await shop.run(order)).toMatchObject({ state: "failed" });
    },
  );

  test("includes a process that died during the call", async () => {
    const order = await shop.ordered();
    expect(await shop.services.esimSlots.take(order.id)).toBe(false);
    expect(await shop.run(order)).toMatchObject({ lost_answers: 1, asking_since: null });
    expect(await shop.runNext(order)).toMatchObject({ state: "ready" });
  });
});

describe("with the operator's own ICCIDs", () => {
  let pool: EsimOrders;
  const iccids = () => [...pool.smdp.books.profiles.keys()];
  beforeAll(async () => {
    pool = await esimOrders({ stock: { [TYPE]: 5 } }, "iccid");
  });
  afterAll(() => pool.stop());

  test("an empty pool causes an alarm", async () => {
    expect(await pool.run(await pool.ordered())).toMatchObject({
      state: "ordered",
      alarm: true,
      problem: `no ICCID of the type ${TYPE} is free`,
    });
  });

  test("a lost answer of downloadOrder costs no profile: the same one is requested, and recognised", async () => {
    expect(await addIccids(pool.sale.db, TYPE, iccids().slice(0, 4))).toBe(4);
    expect(await addIccids(pool.sale.db, TYPE, iccids().slice(0, 4))).toBe(0);
    pool.smdp.faults.push({ kind: "lose", call: "downloadOrder" }, { kind: "hang", call: "downloadOrder" });
    const order = await pool.ordered();
    await pool.run(order);
    await pool.runNext(order);
    expect(await pool.runNext(order)).toMatchObject({ state: "ready", iccid: iccids()[0], lost_answers: 0 });
    expect(pool.smdp.count("Available")).toBe(4);
  });

  test("a profile of another order is not taken over, even if the first call did not get through", async () => {
    const taken = pool.smdp.books.find(iccids()[1]);
    if (taken) taken.state = "Allocated";
    const order = await pool.ordered();
    pool.smdp.faults.push({ kind: "status", status: 503 });
    await pool.run(order);
    expect(await pool.runNext(order)).toMatchObject({
      state: "ordered",
      problem: "downloadOrder 8.2.1/3.3",
      iccid: null,
    });
    expect(await pool.runNext(order)).toMatchObject({ state: "ready", iccid: `${iccids()[2]}F`, alarm: false });
    expect(await freeIccids(pool.sale.db)).toEqual([{ type: TYPE, free: 1 }]);
  });
});

describe("a cancelled order", () => {
  test("cancels its profile, naming its matching id", async () => {
    const order = await shop.ordered();
    const { iccid } = await shop.run(order);
    const matchingId = await shop.matchingIdOf(order);
    await shop.act("cancelPlaced", order);
    expect(await waiting(order)).toEqual(["cancel-esim"]);
    expect(await shop.run(order)).toMatchObject({ state: "cancelled", sealed_matching_id: null });
    expect(shop.smdp.calls().at(-1)).toMatchObject({
      call: "cancelOrder",
      body: { iccid, matchingId, finalProfileStatusIndicator: "Unavailable" },
    });
    expect(shop.smdp.books.find(iccid)?.state).toBe("Unavailable");
  });

  test("cancels a reserved and unconfirmed one, without a matching id", async () => {
    shop.smdp.faults.push({ kind: "refuse", code: "1.2/4.2", call: "confirmOrder" });
    const order = await shop.ordered();
    await shop.run(order);
    await shop.act("cancelPlaced", order);
    expect(await shop.run(order)).toMatchObject({ state: "cancelled" });
    expect(shop.smdp.calls().at(-1)?.body).not.toHaveProperty("matchingId");
  });

  test("is cancelled at the SM-DP+ until that is certain; a repetition is a success", async () => {
    const order = await shop.ordered();
    await shop.run(order);
    await shop.act("cancelPlaced", order);
    shop.smdp.faults.push({ kind: "lose", call: "cancelOrder" });
    expect(await shop.run(order)).toMatchObject({ state: "cancelling", lost_answers: 0 });
    expect(await shop.runNext(order)).toMatchObject({ state: "cancelled" });
  });

  test("whose profile is on a phone causes an alarm, because the SM-DP+ refuses", async () => {
    const order = await shop.ordered();
    await shop.run(order);
    await shop.smdp.phone((await shop.matchingIdOf(order)) ?? "", "Downloaded");
    await shop.act("cancelPlaced", order);
    expect(await shop.run(order)).toMatchObject({
      state: "cancelling",
      alarm: true,
      problem: "cancelOrder 8.2.1/3.3",
    });
  });

  test("while its profile is being ordered gets none: the reservation is cancelled", async () => {
    const order = await shop.ordered();
    shop.smdp.faults.push({ kind: "slow", ms: 600, call: "downloadOrder" });
    const calls = shop.smdp.calls().length;
    const asking = shop.run(order);
    await vi.waitFor(() => expect(shop.smdp.calls().length).toBeGreaterThan(calls), { timeout: 300_000, interval: 5 });
    await shop.act("cancelPlaced", order);
    expect(await asking).toMatchObject({ state: "cancelling", asking_since: null, iccid: expect.any(String) });
    expect(await waiting(order)).toEqual(["cancel-esim"]);
    expect(await shop.run(order)).toMatchObject({ state: "cancelled" });
    expect(shop.smdp.calls().at(-1)?.call).toBe("cancelOrder");
  });
});

test("two jobs of an order's eSIM never run at once: each waits in the same queue", async () => {
  const order = await shop.ordered();
  const queues = () =>
    shop.sale.query<{ queue: string }>(
      "select queue_name as queue from graphile_worker.jobs where key = $1 and queue_name is not null",
      [`esim:${order.id}`],
    );
  expect(await queues()).toEqual([{ queue: queueOf("esim", order.id) }]);
  await shop.act("cancelEsim", order);
  expect(await queues()).toEqual([{ queue: queueOf("esim", order.id) }]);
});

describe("manually", () => {
  test("a profile that the SM-DP+ does not cancel is left there and recorded, and another one is ordered", async () => {
    const order = await shop.ordered();
    const { iccid } = await shop.run(order);
    await shop.smdp.phone((await shop.matchingIdOf(order)) ?? "", "Downloaded");
    await shop.act("cancelEsim", order);
    expect(await shop.act("retryEsim", order)).toBe("esimEnding");
    await shop.run(order);
    expect(await shop.act("retryEsim", order)).toBe("done");
    expect((await actionsOf(shop.sale.db, order.number)).at(-1)?.reason).toBe(
      `${CLERK.reason} (profile ${iccid} is left at the SM-DP+: cancelOrder 8.2.1/3.3)`,
    );
    expect(await shop.run(order)).toMatchObject({ state: "ready", iccid: expect.not.stringMatching(iccid ?? "") });
  });

  test("a cancelled eSIM is ordered again with another profile and another code", async () => {
    const order = await shop.ordered();
    const first = await shop.run(order);
    const code = await shop.matchingIdOf(order);
    expect(await shop.act("retryEsim", order)).toBe("esimReady");
    expect(await shop.act("cancelEsim", order)).toBe("done");
    await shop.run(order);
    expect(await shop.act("retryEsim", order)).toBe("done");
    const second = await shop.run(order);
    expect(second).toMatchObject({ state: "ready", round: 1 });
    expect(second.iccid).not.toBe(first.iccid);
    expect(await shop.matchingIdOf(order)).not.toBe(code);
  });

  test("an eSIM is cancelled while a job announces its ICCID: neither waits for the other", async () => {
    const order = await shop.ordered();
    const done = await shop.sale.db.transaction().execute(async (tx) => {
      await findEsim(tx, order.id, { lock: true });
      const cancelled = shop.act("cancelEsim", order);
      await shop.sale.endsOrWaits(cancelled);
      await announceIccid(shop.services)(tx, order.id, "8941");
      return { cancelled };
    });
    expect(await done.cancelled).toBe("done");
  });

  test("another type is used while no profile is reserved", async () => {
    shop.smdp.faults.push({ kind: "refuse", code: "8.2.5/3.9" });
    const order = await shop.ordered();
    await shop.run(order);
    await shop.act("retryEsim", order, { profileType: "OTHER" });
    expect(await shop.rowOf(order)).toMatchObject({ profile_type: "OTHER", alarm: false });
  });
});
