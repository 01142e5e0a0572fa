import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { startEmbeddedPostgres } from "#server/platform/database/embedded/index.ts";
import { GOAL_MISSED, machine, percentile } from "./support/figures.ts";
import { number, readOptions, wholeNumber } from "./support/options.ts";
import { createLoad, smallPicture } from "./support/purchase.ts";
import { freePort } from "../test/support/ports.ts";
import { shopProcess } from "./support/shop-process.ts";

const HELP = `npm run bench:listeners -- [--listeners 50] [--minutes 60] [--every 10]
Measures whether TM Forum listeners that hang delay one that answers, and whether jobs pile up. Of --listeners, all but
one accept connections and never answer. A purchase is made every --every seconds. Prints how long after an order the
healthy listener had its event, and the highest number of jobs in the queue in each tenth of the time. Fails if an event
took more than 2 s.`;

const { listeners, minutes, every } = readOptions(HELP, {
  listeners: wholeNumber(50),
  minutes: number(60),
  every: number(10),
});
const GOAL_MS = 2000;
/** The most listeners that a system may have. */
const PER_SYSTEM = 20;

/** When the healthy listener had the event of each order, by its number. */
const told = new Map<string, number>();
const hanging = new Set<ServerResponse>();
const receiver = createServer((request, response) => {
  if (request.url !== "/healthy") return void hanging.add(response);
  void text(request).then((body) => {
    const { event } = JSON.parse(body) as { event: { productOrder: { id: string } } };
    if (!told.has(event.productOrder.id)) told.set(event.productOrder.id, performance.now());
    response.writeHead(204).end();
  });
});
receiver.listen(0, "127.0.0.1");
await once(receiver, "listening");
const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

const folder = await mkdtemp(join(tmpdir(), "kasse-listeners-"));
const postgres = await startEmbeddedPostgres({ dataDir: folder });
const { host, port, user, password, database } = postgres.connection;
const tmfPort = await freePort();
const systems = Array.from({ length: Math.ceil(listeners / PER_SYSTEM) }, (_, index) => `system${index}`);
const tokenOf = (system: string) => `${system}-0123456789-0123456789-0123456789`;
const shop = shopProcess(await freePort(), {
  DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
  DATA_DIR: join(folder, "data"),
  PAYMENT_SANDBOX_PORT: String(await freePort()),
  TMF_PORT: String(tmfPort),
  TMF_TOKENS: systems.map((system) => `${system}:${tokenOf(system)}`).join(" "),
  TMF_LISTENERS: origin,
});
const pool = new pg.Pool({ host, port, user, password, database, max: 2 });
const waits: number[] = [];
const mostJobs: number[] = [];
let missing = 0;
try {
  await shop.start();
  for (let index = 0; index < listeners; index += 1) {
    const path = index === 0 ? "healthy" : `hangs/${index}`;
    const reply = await fetch(`http://127.0.0.1:${tmfPort}/tmf-api/productOrderingManagement/v4/hub`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${tokenOf(systems[Math.floor(index / PER_SYSTEM)] ?? "")}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ callback: `${origin}/${path}` }),
    });
    if (reply.status !== 201) throw new Error(`A listener was answered ${reply.status}`);
  }
  console.log(`${machine()}; shop, database, listeners and purchases on one machine`);
  const load = createLoad(`http://127.0.0.1:${shop.port}`, 1, await smallPicture());
  const began = performance.now();
  const end = began + minutes * 60_000;
  while (performance.now() < end) {
    await load.buy(null, null);
    const ordered = performance.now();
    const [order] = (await pool.query<{ number: string }>("select number from orders order by created_at desc limit 1"))
      .rows;
    const next = ordered + every * 1000;
    while (performance.now() < next) {
      const jobs = (await pool.query<{ count: number }>("select count(*)::int from graphile_worker.jobs")).rows[0]
        ?.count;
      const tenth = Math.min(9, Math.floor(((performance.now() - began) / (minutes * 60_000)) * 10));
      mostJobs[tenth] = Math.max(mostJobs[tenth] ?? 0, jobs ?? 0);
      await delay(500);
    }
    const at = told.get(order?.number ?? "");
    if (at === undefined) missing += 1;
    else waits.push(Math.max(0, at - ordered));
  }
  await load.close();
} finally {
  await pool.end();
  await shop.stop();
  receiver.closeAllConnections();
  receiver.close();
  await postgres.stop();
  await rm(folder, { recursive: true });
}

const sorted = waits.toSorted((one, other) => one - other);
const longest = sorted.at(-1) ?? 0;
console.log(
  `${waits.length} orders in ${minutes} minutes, ${listeners - 1} of ${listeners} listeners hanging: the healthy one had the event after ${percentile(sorted, 50).toFixed(0)} ms (p50), ${longest.toFixed(0)} ms (longest); ${missing} came later than ${every} s`,
);
console.log(`most jobs in the queue, by tenths of the time: ${mostJobs.join(", ")}`);
process.exitCode = longest <= GOAL_MS && missing === 0 ? 0 : GOAL_MISSED;
