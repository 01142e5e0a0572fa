import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { DESK_API } from "#contract/desk/paths.ts";
import { checkSettings } from "#server/config/config.ts";
import { runCli } from "#server/operator/cli/cli.ts";
import { startEmbeddedPostgres } from "#server/platform/database/embedded/index.ts";
import { EXPERIMENT_IDS } from "#core/checkout-record/experiments.ts";
import { addDays, dayInZurich, formatDay } from "#core/time/dates.ts";
import { BOARD_CHARTS } from "#core/desk/board.ts";
import { WAITING_KINDS } from "#core/desk/waiting-kinds.ts";
import { addWaitingThings } from "../test/support/waiting-things.ts";
import { fillShop } from "./support/desk-shop.ts";
import { machine, percentile, spread } from "./support/figures.ts";
import { number, readOptions, wholeNumber } from "./support/options.ts";
import { createLoad, smallPicture } from "./support/purchase.ts";
import { freePort } from "../test/support/ports.ts";
import { usageOf } from "./support/server.ts";
import { shopProcess } from "./support/shop-process.ts";

const HELP = `npm run bench:desk -- [--orders 1000000] [--waiting 1000] [--times 40] [--shoppers 4] [--seconds 8] [--rounds 6]
Fills a shop with copies of one order under other names, numbers and e-mails, with matching checkouts and payments.
Measures the desk's response times for a search, a page, an order, the counts and the board, and for --waiting waiting
things of each kind. Then compares purchases a second without the desk, with an idle desk, with an open board that
receives events, with a person who searches all the time, and with a run of every experiment, round by round on the
same database. A million orders take about 7 GB of disk.`;

const { orders, waiting, times, shoppers, seconds, rounds } = readOptions(HELP, {
  orders: wholeNumber(1_000_000),
  waiting: wholeNumber(1000),
  times: wholeNumber(40),
  shoppers: wholeNumber(4),
  seconds: number(8),
  rounds: wholeNumber(6),
});

const folder = await mkdtemp(join(tmpdir(), "kasse-desk-"));
const postgres = await startEmbeddedPostgres({
  dataDir: folder,
  settings: { max_connections: "100", max_wal_size: "4GB" },
});
const { host, port, user, password, database } = postgres.connection;
const databaseUrl = `postgres://${user}:${encodeURIComponent(password)}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
const [shopPort, managementPort] = [await freePort(), await freePort()];
const desk = `http://127.0.0.1:${managementPort}`;
const settings = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, "data"), LOG_LEVEL: "silent" };
const served = {
  ...settings,
  PAYMENT_SANDBOX_PORT: String(await freePort()),
  MANAGEMENT_PORT: String(managementPort),
};
const withDesk = shopProcess(shopPort, { ...served, DESK_URL: desk });
const without = shopProcess(shopPort, served);
const pool = new pg.Pool(postgres.connection);
// Idle connections fail when the database stops.
pool.on("error", () => undefined);
const load = createLoad(`http://127.0.0.1:${shopPort}`, shoppers, await smallPicture());

/** Waits until every order is in the desk's index. Returns how long that took, in seconds. */
async function waitUntilIndexed(): Promise<number> {
  const began = performance.now();
  const counted = "select (select count(*) from orders) - (select count(*) from desk_orders) as left";
  while (Number((await pool.query<{ left: string }>(counted)).rows[0]?.left) > 0) await delay(1000);
  const took = (performance.now() - began) / 1000;
  await pool.query("vacuum analyze desk_orders");
  await pool.query("checkpoint");
  return took;
}

/** Waits until the figures of all recent hours are computed. Returns how long that took, in seconds. */
async function waitUntilFigured(): Promise<number> {
  const began = performance.now();
  const counted = `select count(*) as left from desk_figures where figures is null
    and hour > now() - case source
      when 'checkouts' then interval '29 days'
      when 'codes' then interval '6 days'
      else interval '730 days' end`;
  const known = "select count(*) as hours from desk_figures";
  while (Number((await pool.query<{ hours: string }>(known)).rows[0]?.hours) === 0) await delay(1000);
  while (Number((await pool.query<{ left: string }>(counted)).rows[0]?.left) > 0) await delay(1000);
  return (performance.now() - began) / 1000;
}

/** Starts a run of every experiment, as if it had started `days` days ago. Processes notice it within 2 s. */
async function startRuns(days: number): Promise<void> {
  await pool.query(
    `insert into desk_experiments (experiment, hypothesis, per_arm, starts_at, ends_at, begun_by, begun_by_id, begun_at)
     select id, 'measured', 1000000, now() - $2 * interval '1 day', now() + interval '30 days', 'bench', gen_random_uuid(), now()
     from unnest($1::text[]) id`,
    [EXPERIMENT_IDS, days],
  );
}

/** Stops all runs of experiments. */
async function stopRuns(): Promise<void> {
  await pool.query("update desk_experiments set stopped_at = now() where stopped_at is null");
}

/** Logs in at the desk as a newly invited person. Returns the cookie. */
async function logIn(): Promise<string> {
  const out: string[] = [];
  const io = {
    program: "kasse",
    out: (line: string) => void out.push(line),
    err: console.error,
    progress: () => undefined,
    ask: () => Promise.resolve(null),
  };
  const words = ["desk", "invite", "bench@example.ch", "--name", "Bench", "--role", "admin"];
  await runCli(words, io, () => checkSettings({ ...settings, DESK_URL: desk }));
  const reply = await fetch(`${desk}${DESK_API}/invitation/accept`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ secret: out[0]?.split("#")[1], password: "Schalter-Tannenzapfen-88" }),
  });
  if (!reply.ok) throw new Error(await reply.text());
  return reply.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

async function get(cookie: string, path: string): Promise<string> {
  const reply = await fetch(`${desk}${DESK_API}${path}`, { headers: { cookie } });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return reply.text();
}

const SEARCHES = [
  "mu",
  "mue",
  "mueller",
  "nora mül",
  "ma",
  "maria kel",
  "xq",
  "abc",
  "kunde5",
  "kunde123456@",
  "078",
  "078 123",
  "0781234567",
  "K1",
  "K10012",
  "100123",
  "nobody-at-all",
];

async function measureCalls(cookie: string): Promise<void> {
  const { orders: page, next } = JSON.parse(await get(cookie, "/orders")) as {
    orders: readonly { number: string }[];
    next: string;
  };
  const [newest] = page;
  const { rows } = await pool.query<{ number: string }>(
    "select number from orders order by created_at offset 1000 limit 1",
  );
  const { rows: payments } = await pool.query<{ id: string }>(
    "select p.id from payments p join orders o using (checkout_id) limit 1",
  );
  const paths: readonly (readonly [string, string])[] = [
    ["newest page", "/orders"],
    ["second page", `/orders?after=${next}`],
    ["page near the end", `/orders?after=${rows[0]?.number}`],
    ...["new", "onHold", "awaitingPayment", "handoverFailed", "cancelled"].map(
      (each) => [`filter ${each}`, `/orders?filter=${each}`] as const,
    ),
    ["counts of all", "/order-counts"],
    ["counts of a month", "/order-counts?period=month"],
    ["states of a page", `/order-states?numbers=${page.map((order) => order.number).join(",")}`],
    ["newer orders, cancelled", "/order-states?filter=cancelled"],
    ["newer orders, failed", "/order-states?filter=handoverFailed"],
    ["one order", `/orders/${newest?.number}`],
    ...SEARCHES.map((text) => [`search ${text}`, `/orders?text=${encodeURIComponent(text)}`] as const),
    ["search a payment's id", `/orders?text=${payments[0]?.id}`],
    ["search mueller, cancelled", "/orders?text=mueller&filter=cancelled"],
    ["search nora, on hold", "/orders?text=nora&filter=onHold"],
  ];
  await measure(cookie, paths);
}

/** Measures the board, its files and the list of waiting items, with `waiting` items of each kind. */
async function measureBoard(cookie: string): Promise<void> {
  await measure(cookie, [
    // A different day each time, because simultaneous requests for the same data share one response.
    ["board of a day", (count) => `/board?day=${daysAgo(count)}`],
    ["board of a week", (count) => `/board?period=week&day=${daysAgo(count)}`],
    ["board of a month", (count) => `/board?period=month&day=${daysAgo(count)}`],
    ["board of a month, postpaid", (count) => `/board?period=month&family=postpaid&day=${daysAgo(count)}`],
    ...BOARD_CHARTS.map((chart) => [`CSV ${chart} of a month`, `/board.csv?chart=${chart}&period=month`] as const),
    ["what waits", "/waiting"],
    ...WAITING_KINDS.map((kind) => [`what waits, ${kind}`, `/waiting?kind=${kind}`] as const),
    ["counts of what waits", "/waiting-counts"],
    ["experiments of 20 days", "/experiments"],
  ]);
  const began = performance.now();
  await (await fetch(`${desk}/metrics`)).text();
  console.log(`  metrics, read anew ${(performance.now() - began).toFixed(0)} ms`);
}

const daysAgo = (count: number) => formatDay(addDays(dayInZurich(new Date()), -count));

/** A call: its name, and its path, or a function that returns the path for each repetition. */
type Measured = readonly [name: string, path: string | ((count: number) => string)];

async function measure(cookie: string, paths: readonly Measured[]): Promise<void> {
  console.log(`  ${"call".padEnd(28)}${"p50 ms".padStart(8)}${"p95 ms".padStart(8)}${"most ms".padStart(9)}`);
  for (const [name, path] of paths) {
    const took: number[] = [];
    for (let count = 0; count < times; count += 1) {
      const began = performance.now();
      await get(cookie, typeof path === "string" ? path : path(count));
      took.push(performance.now() - began);
    }
    const sorted = took.toSorted((one, other) => one - other);
    const cells = [percentile(sorted, 50), percentile(sorted, 95), sorted.at(-1) ?? 0];
    console.log(`  ${name.padEnd(28)}${cells.map((ms, at) => ms.toFixed(1).padStart(at === 2 ? 9 : 8)).join("")}`);
  }
}

/** Purchases per second, and for each purchase the processor time of shop, desk and database, in ms. */
type Bought = { readonly rate: number; readonly cpu: number };

/** How long a new process is warmed up before it is measured, in ms. */
const WARM_MS = 8000;

/** Starts a shop and warms it up with purchases. */
async function startWarm(shop: typeof withDesk): Promise<void> {
  await shop.start();
  await buyFor(WARM_MS);
}

async function buy(): Promise<Bought> {
  await buyFor(2000);
  return buyFor(seconds * 1000);
}

async function buyFor(ms: number): Promise<Bought> {
  // This process's usage includes its children, which are the shop and the database.
  const usage = () => usageOf(process.pid);
  const before = usage();
  const end = performance.now() + ms;
  let bought = 0;
  await Promise.all(
    Array.from({ length: shoppers }, async () => {
      let customer: Awaited<ReturnType<typeof load.buy>> | null = null;
      while (performance.now() < end) {
        customer = await load.buy(customer, null);
        bought += 1;
      }
    }),
  );
  const after = usage();
  const spent = after.cpuSeconds - before.cpuSeconds - (after.nodeSeconds - before.nodeSeconds);
  return { rate: bought / (ms / 1000), cpu: (spent * 1000) / bought };
}

/** Measures purchases while every experiment is running. */
async function buyInRuns(): Promise<Bought> {
  await startRuns(0);
  await delay(2500);
  const bought = await buy();
  await stopRuns();
  await delay(2500);
  return bought;
}

/**
 * Simulates an open board, which listens for events and requests figures, orders or waiting items after each. Returns a
 * function that stops it.
 */
function watching(cookie: string): () => Promise<void> {
  const stop = new AbortController();
  const turn = async () => {
    const reply = await fetch(`${desk}${DESK_API}/events`, { headers: { cookie }, signal: stop.signal });
    for await (const piece of reply.body ?? []) {
      const text = new TextDecoder().decode(piece);
      if (text.includes("event: board")) await get(cookie, "/board");
      if (text.includes("event: orders")) await get(cookie, "/orders");
      if (text.includes("event: waiting")) await get(cookie, "/waiting");
    }
  };
  const running = turn().catch((error: Error) => {
    if (error.name !== "AbortError") throw error;
  });
  return async () => {
    stop.abort();
    await running;
  };
}

/** Simulates a person typing, with three searches a second. Returns a function that stops it. */
function searching(cookie: string): () => Promise<void> {
  let stopped = false;
  const turn = async () => {
    for (let at = 0; !stopped; at += 1) {
      await get(cookie, `/orders?text=${encodeURIComponent(SEARCHES[at % SEARCHES.length] ?? "")}`);
      await delay(300);
    }
  };
  const running = turn();
  return async () => {
    stopped = true;
    await running;
  };
}

try {
  console.log(`${machine()}; server, database and load on one machine`);
  await without.start();
  await load.buy(null, null);
  await without.stop();
  console.log(`Filling with ${orders} orders …`);
  await fillShop(pool, orders);
  await startRuns(20);
  await withDesk.start();
  const [findable, known] = await Promise.all([waitUntilIndexed(), waitUntilFigured()]);
  console.log(
    `${findable.toFixed(0)} s until all are findable, ${known.toFixed(0)} s until every hour's figures are known`,
  );
  const cookie = await logIn();
  await measureCalls(cookie);
  await addWaitingThings(pool, waiting);
  // Prevents jobs from working on these orders and payments during the measurements.
  await pool.query("update orders set pay_until = now() + interval '10 days' where status = 'awaitingPayment'");
  await pool.query("update payments set next_check_at = 'infinity' where state = 'paid'");
  await measureBoard(cookie);
  await withDesk.stop();
  await stopRuns();
  const runs: Readonly<Record<"off" | "idle" | "tried" | "board" | "busy", Bought>>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Every other round starts with the desk, so that neither side always has the fresher database.
    const isOdd = round % 2 === 1;
    const parts = {
      off: async () => {
        await startWarm(without);
        const rate = await buy();
        await without.stop();
        return { off: rate };
      },
      on: async () => {
        await startWarm(withDesk);
        // Alternates whether purchases with or without experiments come first.
        const tried = isOdd ? await buyInRuns() : null;
        const idle = await buy();
        const triedAfter = tried ?? (await buyInRuns());
        const close = watching(cookie);
        const board = await buy();
        await close();
        const stop = searching(cookie);
        const busy = await buy();
        await stop();
        await withDesk.stop();
        return { idle, tried: triedAfter, board, busy };
      },
    };
    const first = isOdd ? await parts.on() : await parts.off();
    const { off, idle, tried, board, busy } = {
      ...first,
      ...(isOdd ? await parts.off() : await parts.on()),
    } as (typeof runs)[number];
    runs.push({ off, idle, tried, board, busy });
    const shown = ({ rate, cpu }: Bought) => `${rate.toFixed(1)}/s at ${cpu.toFixed(1)} ms`;
    console.log(
      `purchases and their processor time: without the desk ${shown(off)}, with it ${shown(idle)}, with experiments ${shown(tried)}, with an open board ${shown(board)}, while somebody searches ${shown(busy)}`,
    );
  }
  for (const [what, of] of [
    ["purchases a second", ({ rate }: Bought) => rate],
    ["processor time of each", ({ cpu }: Bought) => cpu],
  ] as const) {
    const ratio = (name: "idle" | "tried" | "board" | "busy", to: "off" | "idle") =>
      spread(
        runs.map((run) => of(run[name]) / of(run[to])),
        2,
      );
    console.log(
      `${what}, to no desk: with it ${ratio("idle", "off")}, with an open board ${ratio("board", "off")}, while somebody searches ${ratio("busy", "off")}`,
    );
    console.log(`${what}, to a desk without experiments: with a run of each ${ratio("tried", "idle")}`);
  }
} finally {
  await load.close();
  await Promise.all([withDesk.stop(), without.stop()]);
  await pool.end();
  await postgres.stop();
  await rm(folder, { recursive: true });
}
