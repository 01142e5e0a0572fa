import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { DESK_API } from "#contract/desk/paths.ts";
import { checkSettings } from "#server/config/config.ts";
import { runCli } from "#server/operator/cli/cli.ts";
import { startEmbeddedPostgres } from "#server/platform/database/embedded/index.ts";
import { machine, median, percentile } from "./support/figures.ts";
import { number, readOptions, wholeNumber } from "./support/options.ts";
import { createLoad, smallPicture } from "./support/purchase.ts";
import { freePort } from "./support/server.ts";
import { shopProcess } from "./support/shop-process.ts";

const HELP = `npm run bench:desk -- [--orders 1000000] [--times 40] [--shoppers 4] [--seconds 8] [--rounds 6]
Fills a shop with copies of one order under other names, numbers and e-mails, and measures how long the desk takes for a search, a page, an
order and the counts. Then it compares purchases a second without the desk and with one at which somebody searches all the time, round by
round on the same database. A million orders take about 6 GB of disk.`;

const { orders, times, shoppers, seconds, rounds } = readOptions(HELP, {
  orders: wholeNumber(1_000_000),
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
// Ends with the database.
pool.on("error", () => undefined);
const load = createLoad(`http://127.0.0.1:${shopPort}`, shoppers, await smallPicture());

const FIRST = [
  "Nora",
  "Mia",
  "Luca",
  "Anna",
  "Reto",
  "Claire",
  "Beat",
  "Sofia",
  "Jan",
  "Milan",
  "Eva",
  "Marc",
  "Maria",
  "Marco",
];
const LAST = ["Müller", "Meier", "Schmid", "Keller", "Weber", "Huber", "Bernasconi", "Favre", "Rossi", "Jovanović"];

/** Copies of the newest order over the last year, without the data of its document, which is bound to its checkout. A tenth of the last names are among the ten most frequent; each of the others is rare. */
async function fill(): Promise<void> {
  const when = `now() - interval '365 days' * n / ${orders}`;
  const name = `jsonb_build_object('first_name', ($2::text[])[1 + n % ${FIRST.length}], 'last_name',
    case when n % 10 = 0 then ($3::text[])[1 + (n / 10) % ${LAST.length}] else initcap(translate(md5(n::text), '0123456789', 'ghijklmnop')) end,
    'mobilePhone', '+4178' || lpad((n::bigint * 7919 % 10000000)::text, 7, '0'))`;
  const { rows } = await pool.query<{ id: string }>("select id from orders order by created_at desc limit 1");
  const values = [rows[0]?.id, FIRST, LAST];
  const series = `generate_series(1, ${orders}) n`;
  await pool.query(
    `insert into accounts (id, email, profile) select md5('a' || n)::uuid, 'kunde' || n || '@example.ch', '{}' from ${series}`,
  );
  await pool.query(
    `insert into checkouts (id, record, shown, locale, account_id, created_at, updated_at)
     select 'many' || n, c.record, c.shown, c.locale, md5('a' || n)::uuid, ${when}, ${when}
     from ${series}, checkouts c where c.id = (select checkout_id from orders where id = $1)`,
    values.slice(0, 1),
  );
  await pool.query(
    `insert into orders (id, checkout_id, account_id, status, bill_paid, business, record, shown, customer, locale, created_at)
     select md5('o' || n)::uuid, 'many' || n, md5('a' || n)::uuid, case when n % 50 = 0 then 'cancelled' when n % 1000 = 1 then 'onHold' else 'placed' end,
       true, false, o.record, o.shown, (o.customer - 'sealed') || ${name}, 'de', ${when}
     from ${series}, orders o where o.id = $1`,
    values,
  );
  await pool.query(
    `insert into handovers (order_id, event, created_at, delivered_at) select md5('o' || n)::uuid, '{}', ${when}, ${when} from ${series}`,
  );
  await pool.query("vacuum analyze");
}

/** Waits until every order is found by its terms. Returns how long that took, in s. */
async function indexed(): Promise<number> {
  const began = performance.now();
  const counted = "select (select count(*) from orders) - (select count(*) from desk_orders) as left";
  while (Number((await pool.query<{ left: string }>(counted)).rows[0]?.left) > 0) await delay(1000);
  const took = (performance.now() - began) / 1000;
  await pool.query("vacuum analyze desk_orders");
  await pool.query("checkpoint");
  return took;
}

/** Logs in as somebody who was invited. Returns the cookie. */
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

async function get(cookie: string, path: string): Promise<unknown> {
  const reply = await fetch(`${desk}${DESK_API}${path}`, { headers: { cookie } });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return reply.json();
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
  const { orders: page, next } = (await get(cookie, "/orders")) as {
    orders: readonly { number: string }[];
    next: string;
  };
  const [newest] = page;
  const { rows } = await pool.query<{ number: string }>(
    "select number from orders order by created_at offset 1000 limit 1",
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
    ["one order", `/orders/${newest?.number}`],
    ["what waits", "/waiting"],
    ["counts of what waits", "/waiting-counts"],
    ...SEARCHES.map((text) => [`search ${text}`, `/orders?text=${encodeURIComponent(text)}`] as const),
    ["search mueller, cancelled", "/orders?text=mueller&filter=cancelled"],
    ["search nora, on hold", "/orders?text=nora&filter=onHold"],
  ];
  console.log(`  ${"call".padEnd(28)}${"p50 ms".padStart(8)}${"p95 ms".padStart(8)}${"most ms".padStart(9)}`);
  for (const [name, path] of paths) {
    const took: number[] = [];
    for (let count = 0; count < times; count += 1) {
      const began = performance.now();
      await get(cookie, path);
      took.push(performance.now() - began);
    }
    const sorted = took.toSorted((one, other) => one - other);
    const cells = [percentile(sorted, 50), percentile(sorted, 95), sorted.at(-1) ?? 0];
    console.log(`  ${name.padEnd(28)}${cells.map((ms, at) => ms.toFixed(1).padStart(at === 2 ? 9 : 8)).join("")}`);
  }
}

/** Purchases a second. */
async function buy(): Promise<number> {
  const buyFor = async (ms: number) => {
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
    return bought / (ms / 1000);
  };
  await buyFor(2000);
  return buyFor(seconds * 1000);
}

/** Somebody who types, three searches a second, until it is stopped. */
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
  await fill();
  await withDesk.start();
  console.log(`${(await indexed()).toFixed(0)} s until all are findable`);
  const cookie = await logIn();
  await measureCalls(cookie);
  await withDesk.stop();
  const rates: { readonly off: number; readonly idle: number; readonly busy: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const parts = {
      off: async () => {
        await without.start();
        const rate = await buy();
        await without.stop();
        return { off: rate };
      },
      on: async () => {
        await withDesk.start();
        const idle = await buy();
        const stop = searching(cookie);
        const busy = await buy();
        await stop();
        await withDesk.stop();
        return { idle, busy };
      },
    };
    // Every other round begins with the desk, so that neither always has the fresher database.
    const isOdd = round % 2 === 1;
    const first = isOdd ? await parts.on() : await parts.off();
    const { off, idle, busy } = {
      ...first,
      ...(isOdd ? await parts.off() : await parts.on()),
    } as (typeof rates)[number];
    rates.push({ off, idle, busy });
    console.log(
      `purchases a second: without the desk ${off.toFixed(1)}, with it ${idle.toFixed(1)}, while somebody searches ${busy.toFixed(1)}`,
    );
  }
  const ratio = (of: "idle" | "busy") => median(rates.map((rate) => rate[of] / rate.off)).toFixed(2);
  console.log(`median ratio to no desk: with it ${ratio("idle")}, while somebody searches ${ratio("busy")}`);
} finally {
  await load.close();
  await Promise.all([withDesk.stop(), without.stop()]);
  await pool.end();
  await postgres.stop();
  await rm(folder, { recursive: true });
}
