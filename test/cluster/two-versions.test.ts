import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { Pool } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LIMIT_NAMES } from "#server/config/limits.ts";
import { startEmbeddedPostgres } from "#server/platform/database/embedded/index.ts";
import { HttpShopper } from "../../bench/support/http-shopper.ts";
import { smallPicture } from "../../bench/support/purchase.ts";
import { personForm } from "../support/people.ts";
import { freePort } from "../support/ports.ts";
import { buildRelease, type BuiltRelease } from "../support/release.ts";
import { newTransferNumber } from "../support/transfer-number.ts";

/**
 * Earlier versions that a shop may still run while this one starts. `program`: what runs its server; `limits`: the file
 * that names its limits. Add each release.
 */
const RELEASES = [
  {
    name: "1.0.0",
    commit: "936e03de871e51631efa69de2c720532ba28cfc7",
    program: "dist/programs/server.js",
    limits: "server/config/limits.ts",
  },
  {
    name: "a build before 1.0.0",
    commit: "d6faa387c6e57bc39aac55b73728907f37a1d688",
    program: "server/main.ts",
    limits: "server/config/table/limits.ts",
  },
] as const;

/** Purchases beside each other, after the upgrade, and after going back to the earlier version. */
const PURCHASES = { beside: 400, upgraded: 50, back: 50 };
/** Purchases that are made at the same time. */
const AT_ONCE = 6;

/** What is bought, with the form's fields that differ; `pays`: there is something to pay before the order. */
const KINDS = [
  { record: { type: "Tariff", tariff: "SMART60", bundles: ["EU10"], limit: 100 }, pays: false },
  { record: { type: "Tariff", tariff: "SMART30", mobile: "AARE5" }, pays: false },
  { record: { type: "Tariff", tariff: "SIMONLY20" }, pays: false, transfers: true },
  { record: { type: "Tariff", tariff: "PREPAID20" }, pays: true },
  { record: { type: "Tv Device", tv_tariff: "277", tv_device: ["STB1"] }, pays: true },
] as const;

type Database = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

/** Returns the settings for limits that no purchase reaches. `names`: a file that names the limits of a version. */
function wideLimits(names: string): Readonly<Record<string, string>> {
  const settings = [...names.matchAll(/"(LIMIT_[A-Z_]+)"/g)].map(([, name = ""]) => [name, "1000000"] as const);
  if (settings.length > 0) return Object.fromEntries(settings);
  const limits = LIMIT_NAMES.filter((name) => names.includes(name)).map((name) => `${name}=1000000`);
  return { LIMITS: limits.join(" ") };
}

/** A running server of a version. */
type Server = { readonly pool: Pool; stop(): Promise<void> };

describe.each(RELEASES)("beside $name", ({ commit, program, limits }) => {
  let release: BuiltRelease;
  let folder: string;
  let postgres: Database;
  let database: pg.Pool;
  let picture: Buffer;
  let env: Readonly<Record<string, string>>;
  const running: Server[] = [];
  beforeAll(async () => {
    release = buildRelease(commit);
    folder = await mkdtemp(join(tmpdir(), "kasse-versions-"));
    postgres = await startEmbeddedPostgres({ dataDir: folder });
    const { host, port, user, password, database: name } = postgres.connection;
    database = new pg.Pool({ host, port, user, password, database: name, max: 3 });
    picture = await smallPicture();
    env = {
      DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@/${name}?host=${encodeURIComponent(host)}&port=${port}`,
      DATA_DIR: join(folder, "data"),
      PUBLIC_URL: "http://localhost:3000",
      DATABASE_POOL: "8",
      LOG_LEVEL: "error",
      LAUNCH_PER_MINUTE: "0",
      DEMO_SALES: "off",
    };
  }, 900_000);
  afterAll(async () => {
    for (const server of running) await server.stop();
    await database.end();
    await postgres.stop();
    await rm(folder, { recursive: true });
    release.remove();
  });

  /** Starts a version's server from its folder, with limits that no purchase reaches. */
  async function start(from: string, run: string, limitsFile: string): Promise<Server> {
    const [port, paymentPort] = [await freePort(), await freePort()];
    const child: ChildProcess = spawn(process.execPath, [run], {
      cwd: from,
      env: {
        ...process.env,
        ...env,
        PORT: String(port),
        PAYMENT_SANDBOX_PORT: String(paymentPort),
        ...wideLimits(readFileSync(join(from, limitsFile), "utf8")),
      },
      stdio: ["ignore", "ignore", "inherit"],
    });
    await expect
      .poll(
        () =>
          child.exitCode ??
          fetch(`http://127.0.0.1:${port}/readyz`).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 300_000 },
      )
      .toBe(200);
    const server: Server = {
      pool: new Pool(`http://127.0.0.1:${port}`, { connections: 2 * AT_ONCE }),
      async stop() {
        running.splice(running.indexOf(server), 1);
        const ended = once(child, "exit");
        child.kill("SIGTERM");
        await Promise.all([ended, server.pool.destroy()]);
      },
    };
    running.push(server);
    return server;
  }
  const startToday = () => start(process.cwd(), RELEASES[0].program, RELEASES[0].limits);
  const startRelease = () => start(release.folder, program, limits);

  let people = 0;
  /** Begins a purchase, each call of which goes to a running server at random. Stops before the customer is created. */
  async function begin() {
    const anywhere = {
      request: (options: Parameters<Pool["request"]>[0]) =>
        (running[Math.floor(Math.random() * running.length)] as Server).pool.request(options),
    } as unknown as Pool;
    const shopper = new HttpShopper(anywhere, null);
    const index = (people += 1);
    const kind = KINDS[index % KINDS.length] as (typeof KINDS)[number];
    const email = `versions${index}@example.ch`;
    const transfer =
      "transfers" in kind
        ? { mnp: true, mnpMsisdn: newTransferNumber().msisdn, mnpSubscriptionType: "Postpaid", mnpAuthority: true }
        : {};
    const form = {
      ...personForm(email),
      idNo: `V${String(index).padStart(8, "0")}`,
      ...transfer,
      // An address that versions before 1.0.0 do not know.
      ...(index % 2 === 0 && commit === RELEASES[0].commit && { care_of: "Meier" }),
    };
    const { id } = await shopper.post("/checkout", kind.record);
    shopper.checkoutId = String(id);
    await shopper.post("/new-customer", { username: email, password: "Birnen am Montag" });
    await shopper.prepare("4");
    await shopper.post("/validate-customer", form);
    await shopper.post("/update-customer", form);
    await shopper.prepare("5");
    await shopper.upload(picture);
    return { shopper, kind, form };
  }

  /** Ends a purchase with its order. */
  async function end({ shopper, kind, form }: Awaited<ReturnType<typeof begin>>): Promise<void> {
    const created = (await shopper.post("/create-customer", form)) as { body: { token: string } };
    shopper.token = created.body.token;
    if (kind.pays) {
      const { redirectUrl } = (await shopper.post("/prepare-transaction-request-js")) as { redirectUrl: string };
      const body = new URLSearchParams({ outcome: "pay" });
      const returned = await fetch(redirectUrl, { method: "POST", body, redirect: "manual" });
      const hosted = new URL(returned.headers.get("location") ?? "").searchParams.get("hostedCheckoutId");
      const status = await shopper.call("status", "GET", `/transaction-status?checkoutId=${hosted}`);
      expect(status).toEqual({ status: { validPayment: true, transactionStatusCode: "PAID" } });
    }
    const order = await shopper.post("/create-order", { billPayed: kind.pays });
    expect(order).toMatchObject({ status: "placed", billPayed: kind.pays });
  }

  /** Makes so many purchases, some at once. */
  async function buy(count: number): Promise<void> {
    let left = count;
    const next = async (): Promise<void> => {
      while (left-- > 0) await end(await begin());
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
  }

  const rows = async (text: string) => (await database.query<{ count: number }>(text)).rows[0]?.count;
  /** Checks that every purchase is an order, with its money. */
  async function expectAllSold(purchases: number): Promise<void> {
    expect(await rows("select count(*)::int from orders where status = 'placed'")).toBe(purchases);
    expect(await rows("select count(*)::int from orders where status <> 'placed'")).toBe(0);
    expect(
      await rows("select count(*)::int from payments where refund_requested_at is not null or state <> 'ordered'"),
    ).toBe(0);
    expect(await rows("select count(distinct number)::int from orders")).toBe(purchases);
    await expect
      .poll(() => rows("select count(*)::int from handovers where delivered_at is null"), { timeout: 300_000 })
      .toBe(0);
  }

  test(
    "both sell; every paid purchase becomes its order, after an upgrade and after going back too",
    { timeout: 3_600_000 },
    async () => {
      const earlier = await startRelease();
      await buy(KINDS.length);
      const openBefore = await Promise.all(KINDS.map(begin));
      const today = await startToday();
      await database.query("update stock set on_hand = 10000");
      await buy(PURCHASES.beside);
      const openBeside = await Promise.all(KINDS.map(begin));
      await expectAllSold(KINDS.length + PURCHASES.beside);

      await earlier.stop();
      await Promise.all([...openBefore, ...openBeside].map(end));
      await buy(PURCHASES.upgraded);
      const openAfter = await Promise.all(KINDS.map(begin));

      await startRelease();
      await today.stop();
      await Promise.all(openAfter.map(end));
      await buy(PURCHASES.back);
      await expectAllSold(4 * KINDS.length + PURCHASES.beside + PURCHASES.upgraded + PURCHASES.back);
    },
  );
});
