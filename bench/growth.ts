import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { Pool } from "undici";
import { checkSettings } from "#server/config/config.ts";
import { runCli } from "#server/operator/cli/cli.ts";
import { startEmbeddedPostgres } from "#server/platform/database/embedded/index.ts";
import { fillWithOrders } from "../test/support/many-rows.ts";
import { machine, percentile, Timings } from "./support/figures.ts";
import { HttpShopper } from "./support/http-shopper.ts";
import { number, readOptions, wholeNumber } from "./support/options.ts";
import { createLoad, smallPicture } from "./support/purchase.ts";
import { freePort } from "../test/support/ports.ts";
import { shopProcess } from "./support/shop-process.ts";

const HELP = `npm run bench:growth -- [--orders 1000000] [--abandoned 20000] [--shoppers 8] [--seconds 15]
Measures a shop with an empty database, fills it with a year's generated orders, each with its checkout, payment, event
and eSIM, and measures again: purchases, the price of a choice, /metrics, the settling of payments, \`orders list\`,
and the nightly purge with --abandoned abandoned checkouts. Prints every statement of the server that took longer than
50 ms. A million orders take about 10 GB of disk.`;

const { orders, abandoned, shoppers, seconds } = readOptions(HELP, {
  orders: wholeNumber(1_000_000),
  abandoned: wholeNumber(20_000),
  shoppers: wholeNumber(8),
  seconds: number(15),
});
/** Prints statements of the server that take longer than this, in ms. */
const SLOW_MS = 50;

const folder = await mkdtemp(join(tmpdir(), "kasse-growth-"));
let phase: string | null = null;
const slow = new Map<string, number>();
/** The duration in ms of a statement whose text is on the next line of the log; null if none is pending. */
let started: string | null = null;
const postgres = await startEmbeddedPostgres({
  dataDir: folder,
  settings: { log_min_duration_statement: String(SLOW_MS), max_connections: "100", max_wal_size: "4GB" },
  log(line) {
    const [, ms, text = ""] =
      /duration: ([\d.]+) ms +(?:execute [^:]+|statement|parse [^:]+|bind [^:]+): (.*)/.exec(line) ?? [];
    // The log can have the statement's text on the next line.
    if (ms !== undefined && text.trim() === "") started = ms;
    const took = ms === undefined ? started : ms;
    if (phase === null || took === null || (ms === undefined ? line : text).trim() === "") return;
    started = null;
    const name = `${phase}: ${(ms === undefined ? line : text).trim().replaceAll(/\s+/g, " ").slice(0, 110)}`;
    slow.set(name, Math.max(slow.get(name) ?? 0, Number(took)));
  },
});
const { host, port, user, password, database } = postgres.connection;
const databaseUrl = `postgres://${user}:${encodeURIComponent(password)}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
const settings = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, "data"), LOG_LEVEL: "error" };
const [shopPort, managementPort] = [await freePort(), await freePort()];
const shop = shopProcess(shopPort, {
  ...settings,
  PAYMENT_SANDBOX_PORT: String(await freePort()),
  MANAGEMENT_PORT: String(managementPort),
});
const pool = new pg.Pool(postgres.connection);
const url = `http://127.0.0.1:${shopPort}`;
const load = createLoad(url, shoppers, await smallPicture());

type Measured = Readonly<Record<(typeof FIGURES)[number], number>>;
const FIGURES = ["purchases a second", "choice p50 ms", "/metrics ms", "settle ms", "orders list ms"] as const;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function databaseBytes(): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>("select pg_database_size(current_database()) as bytes");
  return Number(rows[0]?.bytes ?? 0);
}

/** Waits until the database has written the added rows to disk and cleaned up. */
async function settled(): Promise<void> {
  await pool.query("vacuum analyze");
  await pool.query("checkpoint");
  const busy = "select 1 from pg_stat_activity where backend_type = 'autovacuum worker'";
  while ((await pool.query(busy)).rows.length > 0) await delay(500);
}

async function kasse(...argv: readonly string[]): Promise<void> {
  const io = {
    program: "kasse",
    out: () => undefined,
    err: console.error,
    progress: () => undefined,
    ask: () => Promise.resolve(null),
  };
  const code = await runCli(argv, io, () => checkSettings(settings));
  if (code !== 0) throw new Error(`kasse ${argv.join(" ")} ended with ${code}`);
}

async function measure(name: string): Promise<Measured> {
  const buyFor = async (ms: number) => {
    const timings = new Timings();
    const end = performance.now() + ms;
    let bought = 0;
    await Promise.all(
      Array.from({ length: shoppers }, async () => {
        let customer: Awaited<ReturnType<typeof load.buy>> | null = null;
        while (performance.now() < end) {
          customer = await load.buy(customer, timings);
          bought += 1;
        }
      }),
    );
    return bought / (ms / 1000);
  };
  await buyFor(3000);
  phase = `${name}, buying`;
  const rate = await buyFor(seconds * 1000);
  phase = `${name}, choosing`;
  const client = new Pool(url, { connections: 1 });
  const choices = new Timings();
  const shopper = new HttpShopper(client, choices);
  for (let times = 0; times < 200; times += 1)
    await shopper.post("/checkout", { type: "Tariff", tariff: "SMART60", limit: 100 });
  phase = `${name}, metrics`;
  const metrics = await timed(() => fetch(`http://127.0.0.1:${managementPort}/metrics`).then((reply) => reply.text()));
  phase = `${name}, settling`;
  const settle = await timed(async () => {
    await pool.query("select graphile_worker.add_job('settle-payments', '{}', job_key := 'growth')");
    while ((await pool.query("select 1 from graphile_worker.jobs where key = 'growth'")).rows.length > 0);
  });
  phase = `${name}, orders list`;
  const list = await timed(() => kasse("orders", "list"));
  phase = null;
  await client.close();
  return {
    "purchases a second": rate,
    "choice p50 ms": percentile(choices.all(), 50),
    "/metrics ms": metrics,
    "settle ms": settle,
    "orders list ms": list,
  };
}

try {
  await shop.start();
  console.log(`${machine()}; server, database and load on one machine`);
  const empty = await measure("empty");
  console.log(`Filling with ${orders} orders …`);
  const before = await databaseBytes();
  const filling = await timed(() => fillWithOrders(pool, orders));
  await pool.query(`
    insert into checkouts (id, record, shown, locale, created_at, updated_at)
      select 'gone' || n, '{}', '{}', 'de', now() - interval '40 days', now() - interval '40 days' from generate_series(1, ${abandoned}) n`);
  await settled();
  const bytes = (await databaseBytes()) - before;
  console.log(
    `${(filling / 1000).toFixed(0)} s; ${(bytes / 1e9).toFixed(2)} GB, ${(bytes / orders / 1000).toFixed(1)} kB an order`,
  );
  const full = await measure("full");
  for (const name of FIGURES)
    console.log(
      `${name.padEnd(20)}${empty[name].toFixed(1).padStart(10)}${full[name].toFixed(1).padStart(10)}   ratio ${(full[name] / empty[name]).toFixed(2)}`,
    );
  phase = "full, purge";
  const purge = await timed(() => kasse("purge"));
  const left = await pool.query("select 1 from checkouts where id like 'gone%' limit 1");
  console.log(
    `purge               ${(purge / 1000).toFixed(1)} s for ${abandoned} abandoned checkouts; ${left.rows.length === 0 ? "finished" : "NOT finished"}`,
  );
  phase = null;
  console.log(
    slow.size === 0
      ? `No statement took longer than ${SLOW_MS} ms.`
      : `Longer than ${SLOW_MS} ms, the longest of each:`,
  );
  for (const [name, ms] of [...slow].toSorted(([, one], [, other]) => other - one))
    console.log(`${ms.toFixed(0).padStart(8)} ms  ${name}`);
} finally {
  await load.close();
  await shop.stop();
  await pool.end();
  await postgres.stop();
  await rm(folder, { recursive: true });
}
