import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { freePort } from "../support/ports.ts";
import { spawnServer } from "../support/process.ts";
import { eventually } from "../support/shop.ts";
import { WIDE_LIMITS } from "../support/wide-limits.ts";

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "kasse-drain-"));
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
});

async function start(drainSeconds: string) {
  const [port, paymentPort] = [String(await freePort()), String(await freePort())];
  const { child, ended } = spawnServer({
    ...WIDE_LIMITS,
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    DATABASE_POOL: "4",
    DRAIN_SECONDS: drainSeconds,
    PORT: port,
    PAYMENT_SANDBOX_PORT: paymentPort,
  });
  const url = `http://127.0.0.1:${port}`;
  const ready = () =>
    fetch(`${url}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  await eventually("it is ready", ready);
  return { child, ended, url, ready };
}

test("a process that is told to stop fails no request of a balancer that checks every 200 ms", async () => {
  const { child, ended, url, ready } = await start("100");
  let isIn = true;
  const problems: unknown[] = [];
  let answered = 0;
  const balancer = (async () => {
    while (isIn) {
      await delay(200);
      isIn = await ready();
    }
  })();
  const clients = Array.from({ length: 12 }, async () => {
    while (isIn) {
      await fetch(`${url}/public-api/product/mobile/SMART60`).then(
        async (reply) => {
          await reply.arrayBuffer();
          if (reply.status !== 200) problems.push(reply.status);
          answered += 1;
        },
        (error: Error) => problems.push(error.cause ?? error),
      );
    }
  });
  await eventually("fifty answers", () => Promise.resolve(answered > 50));
  child.kill("SIGTERM");
  await Promise.all([balancer, ...clients]);
  expect(problems).toEqual([]);
  // A client that does not check readiness is still answered, and told to use another connection next time.
  const late = await fetch(`${url}/public-api/product/mobile/SMART60`);
  expect([late.status, late.headers.get("connection")]).toEqual([200, "close"]);
  expect((await fetch(`${url}/livez`)).status).toBe(200);
  child.kill("SIGTERM");
  expect(await ended).toMatchObject({ code: 0, err: "" });
});

test.each([["SIGTERM"], ["SIGINT"]] as const)("a second signal, %s, stops it at once", async (signal) => {
  const { child, ended } = await start("100");
  child.kill("SIGTERM");
  await delay(300);
  const toldAt = performance.now();
  child.kill(signal);
  expect(await ended).toMatchObject({ code: 0 });
  expect(performance.now() - toldAt).toBeLessThan(60_000);
});
