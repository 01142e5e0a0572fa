import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { picture } from "../support/people.ts";
import { freePort } from "../support/ports.ts";
import { QUICK_SERVER, spawnServer } from "../support/process.ts";
import { eventually } from "../support/shop.ts";
import { expectOk, Shopper } from "../support/shopper.ts";
import { WIDE_LIMITS } from "../support/wide-limits.ts";
import { inOneQuarter } from "../support/window-end.ts";

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await createTestDatabase("empty");
  dataDir = await mkdtemp(join(tmpdir(), "kasse-workers-"));
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
});

async function start(env: Readonly<Record<string, string>> = {}) {
  const [port, paymentPort, managementPort] = [await freePort(), await freePort(), await freePort()];
  const settings = {
    ...WIDE_LIMITS,
    DATABASE_URL: database.url,
    DATABASE_POOL: "8",
    DATA_DIR: dataDir,
    WORKERS: "2",
    PORT: String(port),
    PAYMENT_SANDBOX_PORT: String(paymentPort),
    MANAGEMENT_PORT: String(managementPort),
    ...env,
  };
  const { child, ended } = spawnServer(settings, {
    processRestart: 50,
    processWatch: 500,
    processTimeout: 2000,
    readiness: 100,
    limitExchange: 50,
  });
  const management = `http://127.0.0.1:${managementPort}`;
  const isReady = () =>
    fetch(`${management}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  return { child, ended, url: `http://127.0.0.1:${port}`, management, isReady };
}

/** Returns the ids of the processes that a supervisor has started. */
const childrenOf = (pid: number | undefined) =>
  execFileSync("pgrep", ["-P", String(pid)], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map(Number)
    .filter(isServer);

const isServer = (pid: number) =>
  // It might have ended since it was listed.
  spawnSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" }).stdout.includes(QUICK_SERVER);

const figure = (text: string, name: string) => Number(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, "m").exec(text)?.[1]);

describe("two workers and a process for the jobs", () => {
  let server: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    server = await start();
    await eventually("it is ready", server.isReady);
  });
  afterAll(async () => {
    server.child.kill("SIGTERM");
    expect(await server.ended).toMatchObject({ code: 0, err: "" });
  });

  test("sell together, count attempts against limits together, and hand over", async () => {
    const image = await picture(200, 200);
    const shopper = new Shopper(server.url);
    await shopper.choose({ type: "Tariff", tariff: "SMART30" });
    await shopper.becomeCustomer("workers@example.ch", image);
    await expectOk("order", shopper.call("createOrder", {}));
    await eventually("the order is handed over", async () => {
      const { rows } = await database.pool.query("select 1 from handovers where delivered_at is not null");
      return rows.length === 1;
    });
    const statuses = await inOneQuarter(async (round) => {
      const found = new Set<number>();
      // The limit is ten. Each process alone would count at most nine of these.
      for (let tries = 0; tries < 18 && !found.has(429); tries += 1)
        found.add((await new Shopper(server.url).logIn(`two${round}@example.ch`, "falsch")).status);
      return found;
    });
    expect([...statuses]).toEqual([401, 429]);
  });

  test("one of them runs the jobs, and all share the port", async () => {
    const { rows } = await database.pool.query("select distinct process_number from job_pools");
    expect(rows).toHaveLength(1);
    expect(childrenOf(server.child.pid)).toHaveLength(3);
  });

  test("one set of metrics: calls of all processes are added up, figures of the database are not", async () => {
    const metrics = async () => (await fetch(`${server.management}/metrics`)).text();
    const before = figure(await metrics(), "kasse_request_duration_seconds_count");
    for (let calls = 0; calls < 10; calls += 1)
      await fetch(`${server.url}/public-api/product/mobile/SMART30`, { headers: { connection: "close" } });
    const text = await metrics();
    const route = /kasse_request_duration_seconds_count\{[^}]*product[^}]*\} (\d+)/g;
    const counted = [...text.matchAll(route)].reduce((sum, [, count]) => sum + Number(count), 0);
    expect(counted).toBeGreaterThanOrEqual(10);
    expect(before).toBeGreaterThan(0);
    expect(text).toMatch(/^kasse_orders_recent\{status="placed"\} 1$/m);
    expect(figure(text, "kasse_ready")).toBe(1);
  });

  /** Waits until another process has replaced this one. */
  const replaced = (pid: number | undefined) =>
    eventually("a new process", async () => {
      const now = childrenOf(server.child.pid);
      return now.length === 3 && !now.includes(pid ?? 0) && (await server.isReady());
    });

  test("a killed process is replaced; meanwhile the others sell", async () => {
    const killed = childrenOf(server.child.pid).at(-1);
    process.kill(killed ?? 0, "SIGKILL");
    await new Shopper(server.url).choose({ type: "Tariff", tariff: "SMART30" });
    await replaced(killed);
  });

  test("the counts of ended processes stay in the sum, once", async () => {
    const counted = async () => {
      const text = await (await fetch(`${server.management}/metrics`)).text();
      const counts = text.matchAll(/^kasse_request_duration_seconds_count\{[^}]*product[^}]*\} (\d+)$/gm);
      return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
    };
    const before = await counted();
    expect(before).toBeGreaterThanOrEqual(10);
    // All except the first, which runs the jobs.
    for (const shop of childrenOf(server.child.pid)
      .toSorted((one, other) => one - other)
      .slice(1)) {
      process.kill(shop, "SIGKILL");
      await replaced(shop);
      expect(await counted()).toBe(before);
    }
  });

  test("a frozen process is replaced, and its jobs are done", async () => {
    const jobs = Math.min(...childrenOf(server.child.pid));
    process.kill(jobs, "SIGSTOP");
    await replaced(jobs);
    await database.pool.query("select graphile_worker.add_job('cancel-unpaid-orders', '{}')");
    await eventually("the new one does the jobs", async () => {
      const { rows } = await database.pool.query(
        "select 1 from graphile_worker.jobs where task_identifier = 'cancel-unpaid-orders' and run_at < now()",
      );
      return rows.length === 0;
    });
  });
});

test("a killed supervisor takes its processes with it", async () => {
  const { child, ended, isReady } = await start();
  await eventually("it is ready", isReady);
  const children = childrenOf(child.pid);
  child.kill("SIGKILL");
  await ended.catch(() => undefined);
  await eventually("no process is left", async () =>
    children.every((pid) => {
      try {
        return process.kill(pid, 0) && false;
      } catch {
        return true;
      }
    }),
  );
});

test("SIGTERM: not ready at once, every process answers until the grace period ends, then all stop", async () => {
  const server = await start({ DRAIN_SECONDS: "1" });
  await eventually("it is ready", server.isReady);
  const toldAt = performance.now();
  server.child.kill("SIGTERM");
  await eventually("it is not ready", async () => !(await server.isReady()), 900);
  expect((await fetch(`${server.url}/public-api/product/mobile/SMART30`)).status).toBe(200);
  expect(await server.ended).toMatchObject({ code: 0, err: "" });
  expect(performance.now() - toldAt).toBeGreaterThan(950);
});

test("a failing start reports the reason once, and leaves no process", async () => {
  const server = await start({ DATABASE_URL: "postgres://nobody:x@127.0.0.1:1/none" });
  const { code, err } = await server.ended;
  expect(code).toBe(1);
  expect(err.match(/cannot be reached/g)).toHaveLength(1);
});

test("separate processes for the jobs: a machine for shoppers runs no jobs", async () => {
  const shops = await start({ PROCESS_ROLE: "shop", WORKERS: "1" });
  await eventually("it is ready", shops.isReady);
  await database.pool.query("select graphile_worker.add_job('cancel-unpaid-orders', '{}')");
  await new Promise((resolve) => setTimeout(resolve, 500));
  const waiting = async () =>
    (await database.pool.query("select 1 from graphile_worker.jobs where task_identifier = 'cancel-unpaid-orders'"))
      .rows.length;
  expect(await waiting()).toBe(1);
  const jobs = await start({ PROCESS_ROLE: "jobs" });
  await eventually("the job is done", async () => (await waiting()) === 0);
  // The first job can be done before the process is ready.
  await eventually("it is ready", jobs.isReady);
  await expect(fetch(jobs.url)).rejects.toThrow();
  shops.child.kill("SIGTERM");
  jobs.child.kill("SIGTERM");
  expect([await shops.ended, await jobs.ended]).toMatchObject([{ code: 0 }, { code: 0 }]);
});

test("a desk without the port that serves it does not start", async () => {
  const { ended } = await start({ DESK_URL: "http://127.0.0.1:9000", MANAGEMENT_PORT: "" });
  expect(await ended).toMatchObject({ code: 2, err: expect.stringContaining("MANAGEMENT_PORT is not") });
});

test("a separate process for the desk: it serves nothing else, and a machine of several processes reports where the desk is", async () => {
  const DESK_URL = "http://127.0.0.1:9000";
  const [desk, shops] = [await start({ DESK_URL, PROCESS_ROLE: "desk" }), await start({ DESK_URL })];
  await eventually("both are ready", async () => (await desk.isReady()) && (await shops.isReady()));
  const status = async (address: string) => (await fetch(`${address}/desk/api/me`)).status;
  expect([await status(desk.management), await status(shops.management), await status(shops.url)]).toEqual([
    401, 404, 404,
  ]);
  await expect(fetch(desk.url)).rejects.toThrow();
  desk.child.kill("SIGTERM");
  shops.child.kill("SIGTERM");
  const [one, other] = [await desk.ended, await shops.ended];
  expect([one.code, other.code]).toEqual([0, 0]);
  expect(one.out).toContain(`The desk is at ${DESK_URL}/desk\n`);
  expect(one.out).not.toContain("To try a purchase");
  expect(other.out).toContain("PROCESS_ROLE=desk");
});
