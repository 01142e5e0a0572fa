import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createCollector } from "#server/operator/metrics/collect.ts";
import { READINGS } from "#server/operator/metrics/readings.ts";
import { createRegistry } from "#server/operator/metrics/registry.ts";
import { EXTENSIONS } from "#extensions/index.ts";
import type { Extension } from "#server/extension/extension.ts";
import { METRICS } from "#server/metric-table.ts";
import { openDatabase } from "#server/platform/database/database.ts";
import { primaryReads } from "#server/platform/database/replica/stale-reads.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { fillWithOrders } from "../support/many-rows.ts";
import { OPERATOR_SECRET, startOperator } from "../support/operator.ts";
import { personForm, picture } from "../support/people.ts";
import { eventually, startShop, type Shop, type ShopOptions } from "../support/shop.ts";
import { expectOk } from "../support/shopper.ts";

let shop: Shop;
const start = async (options: ShopOptions = {}) => (shop = await startShop({ jobs: true, ...options }));

/** Returns the value of a metric in `/metrics`, such as `kasse_refunds{state="waiting"}`; null if it is absent. */
async function figure(name: string): Promise<number | null> {
  const line = (await shop.metrics()).split("\n").find((each) => each.startsWith(`${name} `));
  return line === undefined ? null : Number(line.slice(name.length + 1));
}
const query = (text: string, values: unknown[] = []) => shop.database.pool.query(text, values);

describe("the metrics of a purchase", () => {
  beforeAll(() => start());
  afterAll(() => shop.stop());

  test("show the progress of each checkout, its order, and the hand-over", async () => {
    await shop.shopper().choose({ type: "Tariff", tariff: "SMART30" });
    const registered = shop.shopper();
    await registered.choose({ type: "Tariff", tariff: "SMART30" });
    await registered.register("funnel@example.ch");
    const buyer = shop.shopper();
    await buyer.choose({ type: "Tariff", tariff: "SMART30" });
    await buyer.becomeCustomer("buyer@example.ch", await picture());
    await expectOk("order", buyer.call("createOrder", {}));
    const funnel = (step: string) => figure(`kasse_funnel_checkouts{step="${step}"}`);
    expect([await funnel("begun"), await funnel("account"), await funnel("person")]).toEqual([3, 2, 1]);
    expect([await funnel("address"), await funnel("identity"), await funnel("order")]).toEqual([1, 1, 1]);
    expect(await funnel("payment")).toBe(0);
    expect(await figure('kasse_orders_recent{status="placed"}')).toBe(1);
    await eventually("hand-over", async () => (await figure("kasse_handovers_undelivered")) === 0);
    expect(await figure('kasse_handover_lag_seconds{quantile="1"}')).toBeGreaterThan(0);
    // There is no replica.
    expect([await figure("kasse_replica_used"), await figure("kasse_replica_lag_seconds")]).toEqual([null, null]);
    // Two days later, the window has moved on.
    await query("update checkouts set created_at = created_at - interval '2 days'");
    expect(await funnel("begun")).toBe(0);
  });

  test("show the oldest of each waiting thing", async () => {
    expect(await figure("kasse_handovers_undelivered_oldest_seconds")).toBe(0);
    await query("update handovers set delivered_at = null, created_at = now() - interval '10 minutes'");
    await query("update orders set status = 'onHold', created_at = now() - interval '3 days'");
    expect(await figure("kasse_handovers_undelivered")).toBe(1);
    expect(await figure("kasse_handovers_undelivered_oldest_seconds")).toBeCloseTo(600, -2);
    expect(await figure('kasse_orders_waiting{status="onHold"}')).toBe(1);
    expect(await figure('kasse_orders_waiting_oldest_seconds{status="onHold"}')).toBeCloseTo(3 * 86_400, -3);
    expect(await figure('kasse_waiting{kind="held"}')).toBe(1);
    expect(await figure('kasse_waiting_oldest_seconds{kind="held"}')).toBeCloseTo(3 * 86_400, -3);
    expect(await figure('kasse_waiting{kind="unpaid"}')).toBe(0);
    expect(await figure('kasse_waiting_oldest_seconds{kind="unpaid"}')).toBe(0);
  });

  test("show payments by state, and the age of those that have not ended", async () => {
    await shop.shopper().choose({ type: "Tariff", tariff: "SMART30" });
    const pay = (state: string, minutes: number) =>
      query(
        `insert into payments (checkout_id, provider, state, amount, fingerprint, shown, expires_at, created_at)
         select id, 'sandbox', $1, 100, '', '{}', now(), now() - $2 * interval '1 minute'
         from checkouts order by created_at desc limit 1`,
        [state, minutes],
      );
    await pay("open", 1);
    await pay("paid", 30);
    await pay("declined", 90);
    const states = ["open", "paid", "declined", "expired"];
    const recent = states.map((state) => figure(`kasse_payments_recent{state="${state}"}`));
    expect(await Promise.all(recent)).toEqual([1, 1, 1, 0]);
    expect(await figure('kasse_payments_unsettled{state="paid"}')).toBe(1);
    expect(await figure('kasse_payments_unsettled_oldest_seconds{state="paid"}')).toBeCloseTo(1800, -2);
    await query("delete from payments");
  });

  test("show jobs by task and state, and the waiting time of the oldest", async () => {
    const add = (task: string, minutes: number) =>
      query("select graphile_worker.add_job($1, run_at => now() - $2 * interval '1 minute', max_attempts => 1)", [
        task,
        minutes,
      ]);
    // Tasks unknown to the worker stay in the queue.
    await add("of-another-version", 20);
    await add("of-another-version", -20);
    expect(await figure('kasse_jobs{task="of-another-version",state="due"}')).toBe(1);
    expect(await figure('kasse_jobs{task="of-another-version",state="later"}')).toBe(1);
    expect(await figure('kasse_job_oldest_due_seconds{task="of-another-version"}')).toBeCloseTo(1200, -2);
    await query("select graphile_worker.permanently_fail_jobs(array(select id from graphile_worker.jobs), 'broken')");
    expect(await figure('kasse_jobs{task="of-another-version",state="givenUp"}')).toBe(2);
    expect(await figure('kasse_jobs{task="of-another-version",state="due"}')).toBeNull();
  });

  test("show stock by article, minus the pieces held by open checkouts", async () => {
    const { rows } = await query("select article, on_hand from stock limit 1");
    const { article, on_hand: onHand } = rows[0] as { article: string; on_hand: number };
    await query(
      "insert into stock_holds select id, $1, now() + interval '5 minutes' from checkouts order by created_at limit 1",
      [article],
    );
    expect(await figure(`kasse_stock{article="${article}"}`)).toBe(onHand);
    expect(await figure(`kasse_stock_held{article="${article}"}`)).toBe(1);
  });

  test("show the number of numbers to choose from", async () => {
    await query(
      "update numbers set available_from = now() + interval '1 day' where msisdn in (select min(msisdn) from numbers)",
    );
    expect(await figure('kasse_numbers{state="offered"}')).toBe(239);
    expect(await figure('kasse_numbers{state="resting"}')).toBe(1);
    expect(await figure('kasse_numbers{state="held"}')).toBe(0);
  });

  test("show the rule of each rejection", async () => {
    const refused = () => figure('kasse_refusals_total{failure="checkoutUnknown"}');
    expect(await refused()).toBe(0);
    const shopper = shop.shopper();
    shopper.checkoutId = "x".repeat(32);
    expect((await shopper.prepare("4")).status).toBe(404);
    expect(await refused()).toBe(1);
    expect(await figure('kasse_refusals_total{failure="loginNeeded"}')).toBe(0);
    expect((await shop.shopper().call("validateCustomer", personForm("a@example.ch") as never)).status).not.toBe(200);
  });
});

describe("unreadable metrics", () => {
  beforeAll(() => start());
  afterAll(() => shop.stop());

  test("are absent and counted; the others are present", async () => {
    expect(await figure("kasse_login_codes_sent")).toBe(0);
    await query("alter table sms_codes rename to sms_codes_gone");
    expect(await figure("kasse_login_codes_sent")).toBeNull();
    expect(await figure("kasse_handovers_undelivered")).toBe(0);
    expect(await figure('kasse_collection_failures_total{reading="login codes"}')).toBeGreaterThan(0);
    await query("alter table sms_codes_gone rename to sms_codes");
    expect(await figure("kasse_login_codes_sent")).toBe(0);
  });

  test("hold no connection longer than two seconds", async () => {
    const blocker = new pg.Client(shop.database.connection);
    await blocker.connect();
    await blocker.query("begin; lock table sms_codes in access exclusive mode");
    const began = performance.now();
    expect(await figure("kasse_login_codes_sent")).toBeNull();
    expect(performance.now() - began).toBeLessThan(60_000);
    await blocker.end();
  });

  test("without the database those of the process remain, and readiness is 0", async () => {
    expect(await figure("kasse_ready")).toBe(1);
    await query("alter schema graphile_worker rename to elsewhere");
    await query("alter table server_processes rename to elsewhere");
    await eventually("it is not ready", async () => (await figure("kasse_ready")) === 0);
    expect(await figure('kasse_refunds{state="waiting"}')).toBeNull();
    expect(await figure('kasse_upload_memory_bytes{for="bodies"}')).toBe(0);
    await query("alter schema elsewhere rename to graphile_worker");
    await query("alter table elsewhere rename to server_processes");
    await eventually("it is ready again", async () => (await figure("kasse_ready")) === 1);
  });
});

describe("the customer base's circuit", () => {
  let operator: Awaited<ReturnType<typeof startOperator>>;
  beforeAll(async () => {
    operator = await startOperator();
    await start({
      env: { CUSTOMER_BASE: "http", CUSTOMER_BASE_URL: operator.url, CUSTOMER_BASE_SECRET: OPERATOR_SECRET },
    });
  });
  afterAll(async () => {
    await shop.stop();
    await operator.stop();
  });

  test("is open after repeated failures", async () => {
    expect(await figure('kasse_circuit_open{system="customer base"}')).toBe(0);
    operator.state.mood = "failing";
    for (let tries = 0; tries < 5; tries++) await shop.shopper().logIn("mia.keller@example.ch");
    expect(await figure('kasse_circuit_open{system="customer base"}')).toBe(1);
    expect(await figure('kasse_circuit_open{system="solvency"}')).toBe(0);
  });
});

describe("reading the metrics", () => {
  let database: TestDatabase;
  let db: ReturnType<typeof openDatabase>;
  const config = {
    limits: {},
    unorderedDocuments: {} as never,
    reviewDays: 2,
  };
  beforeAll(async () => {
    database = await createTestDatabase();
    db = openDatabase({ ...database.connection, max: 1 }, { warn: () => undefined });
  });
  afterAll(async () => {
    await db.close();
    await database.drop();
  });
  afterEach(() => db.pool.query("select 1"));

  const scans = async () => {
    // The connections of both pools report their scans late, also those that filled the tables.
    for (const each of [db.pool, database.pool]) await each.query("select pg_stat_force_next_flush()");
    const { rows } = await database.pool.query<{ relname: string; seq_scan: string }>(
      `select relname, seq_scan from pg_stat_user_tables
       where relname in ('orders', 'payments', 'checkouts', 'handovers', 'esims', 'documents') order by relname`,
    );
    return rows;
  };

  test(
    "reads no table that grows with sales as a whole, with a year's 10000 orders",
    { timeout: 120_000 },
    async () => {
      await fillWithOrders(database.pool, 10_000);
      const limits = { codesInAll: { count: 10, seconds: 3600, by: "all" as const } };
      const needs = {
        reads: primaryReads(db.db),
        now: () => new Date(),
        log: { warn: () => undefined },
        extensions: { failingReceivers: async () => [], figures: [] },
      };
      const registry = createRegistry();
      const before = await scans();
      await createCollector({ ...needs, config: { ...config, limits }, periods: { metricsCache: 0 } }, registry)();
      expect(await scans()).toEqual(before);
      expect(before).toHaveLength(6);
      const text = await registry.registry.metrics();
      expect(Number(/kasse_orders_recent\{status="placed"\} (\d+)/.exec(text)?.[1])).toBeGreaterThan(15);
      expect(text).toContain('kasse_handover_lag_seconds{quantile="0.95"} 3');
      expect(text).not.toMatch(/kasse_collection_failures_total\{.*\} [1-9]/);
    },
  );

  test("happens once per period, also for simultaneous requests", async () => {
    const asked: string[] = [];
    const counting = db.db.withPlugin({
      transformQuery: ({ node }) => (asked.push(node.kind), node),
      transformResult: async ({ result }) => result,
    });
    const needs = {
      reads: primaryReads(counting),
      now: () => new Date(),
      log: { warn: () => undefined },
      extensions: { failingReceivers: async () => [], figures: [] },
    };
    const limits = { codesInAll: { count: 10, seconds: 3600, by: "all" as const } };
    const collect = createCollector(
      { ...needs, config: { ...config, limits }, periods: { metricsCache: 60_000 } },
      createRegistry(),
    );
    await Promise.all([collect(), collect()]);
    const once = asked.length;
    await collect();
    expect(once).toBeGreaterThanOrEqual(READINGS.length);
    expect(asked).toHaveLength(once);
  });

  test("fills every metric of the database exactly once", async () => {
    const ofDatabase = Object.entries(METRICS).flatMap(([name, { scope }]) => (scope === "database" ? [name] : []));
    const figures = (EXTENSIONS as readonly Extension[]).map(
      async (extension) => (await extension.load?.())?.figures ?? [],
    );
    const all = [...READINGS, ...(await Promise.all(figures)).flat()];
    expect(all.flatMap(({ fills }): readonly string[] => fills).toSorted()).toEqual(ofDatabase.toSorted());
  });
});
