import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import { picture } from "../support/people.ts";
import { startShop, type Shop } from "../support/shop.ts";

// OWASP ASVS 5.0, V16 Security Logging and Error Handling: items without another test (docs/evidence/asvs.md).

let shop: Shop;
const lines: string[] = [];
beforeAll(async () => {
  shop = await startShop({ env: { LOG_LEVEL: "info" }, onLog: (line) => void lines.push(line) });
});
afterAll(() => shop.stop());

const since = (count: number) => lines.slice(count).map((line) => JSON.parse(line) as Record<string, unknown>);

test("a stranger's request cannot inject a line into the log", async () => {
  const before = lines.length;
  const directive = 'script-src\n{"level":30,"security":"login","by":"operator"}';
  await fetch(`${shop.url}/csp-reports`, {
    method: "POST",
    headers: { "content-type": "application/csp-report" },
    body: JSON.stringify({
      "csp-report": { "violated-directive": directive, "blocked-uri": "https://a.example/\u2028\r\nx" },
    }),
  });
  await shop.shopper().logIn('x@example.ch\n{"security":"login"}', "falsches Wort");
  for (const line of lines.slice(before)) expect(line.trimEnd()).not.toMatch(/[\n\r\u2028]/);
  expect(since(before).filter(({ security }) => security === "login")).toEqual([]);
});

test("every line contains its time in UTC as a number and its level", async () => {
  const before = lines.length;
  const start = Date.now();
  await shop.shopper().logIn("niemand@example.ch", "falsches Wort");
  const [line] = since(before);
  expect(line).toMatchObject({ security: "login.failed", by: "password", level: 40 });
  expect(Math.abs(Number(line?.["time"]) - start)).toBeLessThan(10_000);
});

test("a fault is logged in full, and its answer reveals no internals", async () => {
  const { db } = shop.kasse.services;
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
  const before = lines.length;
  await sql`alter table checkouts rename to elsewhere`.execute(db);
  try {
    const { status, body } = await shopper.prepare("1");
    expect(status).toBe(500);
    expect(body).toEqual({ error: expect.stringMatching(/^[A-Z_]+$/), requestId: expect.stringMatching(/^[\w-]+$/) });
    const faults = since(before).filter(({ level }) => Number(level) >= 50);
    expect(faults).toMatchObject([
      { requestId: body["requestId"], err: { message: expect.stringContaining("checkouts") } },
    ]);
  } finally {
    await sql`alter table elsewhere rename to checkouts`.execute(db);
  }
  expect((await shopper.prepare("1")).status).toBe(200);
});

test("a fault in the middle of an order leaves no part of it, and the order can be placed later", async () => {
  const { db } = shop.kasse.services;
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30", mobile: "AARE5" });
  await shopper.becomeCustomer("fault@example.ch", await picture());
  const left = async () =>
    (
      await sql<{
        n: string;
      }>`select (select on_hand from stock where article = 'AARE5') || '/' || (select count(*) from orders) as n`.execute(
        db,
      )
    ).rows[0]?.n;
  const before = await left();
  await sql`alter table handovers rename to elsewhere`.execute(db);
  expect((await shopper.call("createOrder", {})).status).toBe(500);
  await sql`alter table elsewhere rename to handovers`.execute(db);
  expect(await left()).toBe(before);
  expect((await shopper.call("createOrder", {})).status).toBe(200);
});
