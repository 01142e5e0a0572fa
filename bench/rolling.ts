import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import { startEmbeddedPostgres } from "#server/platform/database/embedded/index.ts";
import { GOAL_MISSED, machine, percentile, Timings } from "./support/figures.ts";
import { readOptions, wholeNumber } from "./support/options.ts";
import { createLoad, smallPicture } from "./support/purchase.ts";
import { freePort } from "../test/support/ports.ts";
import { shopProcess } from "./support/shop-process.ts";

const HELP = `npm run bench:rolling -- [--requests 100000] [--buyers 4] [--readers 8]
Repeatedly restarts three server processes behind HAProxy one after the other, while shoppers buy and read. Runs until
--requests requests were made, and then prints how many failed (any status but 200, or no answer). HAProxy checks
/readyz every 300 ms and never repeats a request it has sent. Needs Debian's package haproxy.`;

const HAPROXY = "/usr/sbin/haproxy";
const SERVERS = 3;
/** How long a server drains, in seconds: longer than the two checks that HAProxy needs to notice it. */
const DRAIN_SECONDS = 2;

const { requests, buyers, readers } = readOptions(HELP, {
  requests: wholeNumber(100_000),
  buyers: wholeNumber(4),
  readers: wholeNumber(8),
});
if (!existsSync(HAPROXY)) {
  console.error(`There is no ${HAPROXY}: install haproxy (Debian: apt-get install haproxy).`);
  process.exit(2);
}

const folder = await mkdtemp(join(tmpdir(), "kasse-rolling-"));
const postgres = await startEmbeddedPostgres({ dataDir: folder, settings: { max_connections: "150" } });
const { host, port, user, password, database } = postgres.connection;
const frontPort = await freePort();
const shops = await Promise.all(
  Array.from({ length: SERVERS }, async () =>
    shopProcess(await freePort(), {
      DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
      DATABASE_POOL: "10",
      DATA_DIR: join(folder, "data"),
      PAYMENT_SANDBOX_PORT: String(await freePort()),
      PUBLIC_URL: `http://127.0.0.1:${frontPort}`,
      DRAIN_SECONDS: String(DRAIN_SECONDS),
    }),
  ),
);
for (const shop of shops) await shop.start();
await writeFile(
  join(folder, "haproxy.cfg"),
  [
    "defaults\n  mode http\n  timeout connect 2s\n  timeout client 60s\n  timeout server 60s\n  timeout check 1s\n  option redispatch",
    `frontend shop\n  bind 127.0.0.1:${frontPort}\n  default_backend shops`,
    "backend shops\n  option httpchk GET /readyz",
    ...shops.map((shop, index) => `  server s${index} 127.0.0.1:${shop.port} check inter 300ms fall 2 rise 1`),
    "",
  ].join("\n"),
);
const balancer = spawn(HAPROXY, ["-f", join(folder, "haproxy.cfg")], { stdio: "ignore" });
await delay(1000);

const timings = new Timings();
const failures: string[] = [];
const front = `http://127.0.0.1:${frontPort}`;
const load = createLoad(front, buyers, await smallPicture());
const pool = new Pool(front, { connections: readers });
let restarts = 0;
let isOver = false;
const seen = () => timings.count + failures.length;

const buying = Array.from({ length: buyers }, async () => {
  let customer: Awaited<ReturnType<typeof load.buy>> | null = null;
  while (!isOver) {
    try {
      customer = await load.buy(customer, timings);
    } catch (error) {
      failures.push(String(error));
    }
  }
});
const reading = Array.from({ length: readers }, async () => {
  while (!isOver) {
    const began = performance.now();
    try {
      const reply = await pool.request({ method: "GET", path: "/public-api/product/mobile/SMART60" });
      await reply.body.dump();
      if (reply.statusCode === 200) timings.add("GET /product", performance.now() - began);
      else failures.push(`GET /product answered ${reply.statusCode}`);
    } catch (error) {
      failures.push(String(error));
    }
  }
});

try {
  console.log(`${machine()}; ${SERVERS} processes, HAProxy, database and load on one machine`);
  while (seen() < requests) {
    for (const shop of shops) {
      const code = await shop.stop();
      if (code !== 0) failures.push(`a process ended with code ${code}`);
      await shop.start();
      restarts += 1;
      // Gives HAProxy time to notice the started server.
      await delay(1000);
      if (process.stdout.isTTY) process.stdout.write(`\r${seen()} requests, ${restarts} restarts`);
    }
  }
} finally {
  isOver = true;
  await Promise.all([...buying, ...reading]);
  await Promise.all([load.close(), pool.close()]);
  const ended = once(balancer, "exit");
  balancer.kill("SIGTERM");
  await ended;
  await Promise.all(shops.map((shop) => shop.stop()));
  await postgres.stop();
  await rm(folder, { recursive: true });
}

const orders = timings.calls.get("POST /create-order")?.length ?? 0;
console.log(
  `\n${seen()} requests, among them ${orders} orders, during ${restarts} restarts: ${failures.length} failed. p50 ${percentile(timings.all(), 50).toFixed(1)} ms, p99 ${percentile(timings.all(), 99).toFixed(1)} ms`,
);
for (const failure of new Set(failures)) console.log(`  ${failure}`);
process.exitCode = failures.length === 0 ? 0 : GOAL_MISSED;
