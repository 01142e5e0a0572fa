import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "#server/config/config.ts";
import { demoStart, demoOf, fillDemo, wantsSales } from "#server/demo/demo.ts";
import { DEMO_PASSWORD, DEMO_PEOPLE } from "#server/demo/people.ts";
import { computeDueFigures } from "#server/desk/board/keep-figures.ts";
import { DeskBrowser } from "../support/desk-browser.ts";
import { startShopWithDesk } from "../support/desk.ts";
import type { Shop } from "../support/shop.ts";

let shop: Shop;
const lines: string[] = [];
const fill = (each: Parameters<typeof fillDemo>[0], endJobs: () => Promise<void>) =>
  fillDemo(each, endJobs, (line) => lines.push(line));

beforeAll(async () => {
  // Invented shoppers never queue, whatever the pace of the shop.
  const env = { LAUNCH_PER_MINUTE: "1" };
  shop = await startShopWithDesk({ jobs: true, env, onSaleSince: demoStart(), beforeJobs: fill });
});
afterAll(() => shop.stop());

const count = async (from: string) =>
  Number((await shop.database.pool.query<{ n: string }>(`select count(*) as n from ${from}`)).rows[0]?.n);

async function atDesk(index: number): Promise<DeskBrowser> {
  const browser = new DeskBrowser(shop);
  const email = DEMO_PEOPLE[index]?.email ?? "";
  const { status } = await browser.call("login", { body: { email, password: DEMO_PASSWORD } });
  expect(status).toBe(200);
  return browser;
}

test("a demo has thirty days of orders, the latest from yesterday, and three times as many checkouts", async () => {
  const orders = await count("orders");
  expect(orders).toBeGreaterThan(100);
  expect(await count("checkouts")).toBeGreaterThan(2 * orders);
  expect(await count("orders where created_at < now() - interval '29 days'")).toBeGreaterThan(0);
  expect(await count("orders where created_at > current_date")).toBe(0);
  expect(lines).toEqual([expect.stringMatching(new RegExp(`\\(${orders} orders`))]);
});

test("none of them reaches a sandbox or the waiting things", async () => {
  expect(await shop.orders()).toEqual([]);
  expect(await shop.messages()).toEqual([]);
  expect(await count("handovers where delivered_at is null")).toBe(0);
  expect(await count("orders where status <> 'placed'")).toBe(0);
});

test("both people log in at the desk, whose board and audit log contain data", async () => {
  const anna = await atDesk(0);
  await atDesk(1);
  // The figures of thirty days, which the desk computes bit by bit.
  while (await computeDueFigures(shop.kasse.services, { longer: true }));
  const { body: board } = await anna.call("board", { query: { period: "month" } as never });
  expect((board as { sold?: { orders: number } }).sold?.orders).toBeGreaterThan(50);
  const { body } = await anna.call("audit", { query: {} as never });
  expect((body as unknown as { lines: unknown[] }).lines.length).toBeGreaterThan(20);
});

test("a second start creates no data, and keeps removed people out", async () => {
  const orders = await count("orders");
  await shop.database.pool.query("update desk_people set disabled_at = now() where email like 'beat%'");
  await fill(shop.kasse.services, () => Promise.reject(new Error("the jobs are the shop's")));
  expect(await count("orders")).toBe(orders);
  expect(await count("desk_people where disabled_at is null")).toBe(1);
});

test("only an unconfigured shop is a demo, with a desk on a free port of this machine", async () => {
  const demo = await demoOf(readConfig({}));
  expect(demo?.deskUrl).toBe(`http://localhost:${demo?.managementPort}`);
  for (const env of [
    { DATABASE_URL: "postgres://kasse@db.example.ch/kasse" },
    { MANAGEMENT_PORT: "9000" },
    { WORKERS: "2" },
    { PROCESS_ROLE: "shop", DATABASE_URL: "postgres://kasse@db.example.ch/kasse" },
  ])
    expect(await demoOf(readConfig(env))).toBeNull();
});

test("no sales are generated for an operator's own catalogue, or with the operator's own customer base", () => {
  expect(wantsSales(readConfig({}))).toBe(true);
  const base = { CUSTOMER_BASE: "http", CUSTOMER_BASE_URL: "http://127.0.0.1:9", CUSTOMER_BASE_SECRET: "a secret" };
  for (const env of [{ DEMO_SALES: "off" }, { CATALOGUE_DIR: "my/catalogue" }, base])
    expect(wantsSales(readConfig(env))).toBe(false);
});
