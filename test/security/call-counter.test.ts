import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCallCounter } from "#server/api/call-counter.ts";
import type { Limit } from "#server/api/limits.ts";
import { openSaleDatabase, type SaleDatabase } from "../support/sale-database.ts";
import { eventually } from "../support/shop.ts";

let sale: SaleDatabase;
beforeAll(async () => {
  sale = await openSaleDatabase();
});
afterAll(() => sale.close());

const table: Record<"calls", Limit> = { calls: { count: 10, seconds: 60, by: "address" } };
const warnings: object[] = [];
/** How many exchanges have ended. */
let exchanges = 0;
const COUNTED: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    exchanges += 1;
    return result;
  },
};
const counter = (db = sale.db) =>
  createCallCounter({
    db: db.withPlugin(COUNTED),
    now: () => sale.clock.now,
    security: sale.security,
    key: Buffer.alloc(32, 3),
    table,
    exchangeMs: 100,
    log: { warn: (details: object) => void warnings.push(details) },
  });
/** Waits until so many counters have exchanged what they counted just now. */
async function exchanged(counters = 1): Promise<void> {
  const all = exchanges + counters;
  await eventually("the exchange", () => Promise.resolve(exchanges >= all));
}
const times = (count: number, call: () => unknown) => Array.from({ length: count }, () => call() === null);

test("one process counts exactly, and rejects until the window has ended", async () => {
  const one = counter();
  expect(times(12, () => one.count({ calls: "192.0.2.1" })).filter(Boolean)).toHaveLength(10);
  await exchanged();
  expect(one.count({ calls: "192.0.2.1" })).toMatchObject({
    failure: { name: "tooMany", retryAfter: expect.any(Number) },
  });
  expect(one.count({ calls: "192.0.2.2" })).toBeNull();
  sale.clock.now = new Date(sale.clock.now.getTime() + 60_000);
  expect(one.count({ calls: "192.0.2.1" })).toBeNull();
  await one.stop();
});

test("two processes share their counts", async () => {
  const [one, other] = [counter(), counter()];
  times(6, () => one.count({ calls: "192.0.2.7" }));
  times(3, () => other.count({ calls: "192.0.2.7" }));
  await exchanged(2);
  for (const each of [other, one]) {
    expect(each.count({ calls: "192.0.2.7" })).toBeNull();
    await exchanged();
  }
  // Eleven calls so far: those of the other process were not known between two exchanges.
  for (const each of [other, one]) expect(each.count({ calls: "192.0.2.7" })).toMatchObject({ ok: false });
  await Promise.all([one.stop(), other.stop()]);
});

test("a process that stops passes its last counts to the others", async () => {
  const [one, other] = [counter(), counter()];
  times(9, () => one.count({ calls: "192.0.2.8" }));
  await one.stop();
  other.count({ calls: "192.0.2.8" });
  await exchanged();
  expect(other.count({ calls: "192.0.2.8" })).toMatchObject({ ok: false });
  await other.stop();
});

test("without the database calls are still counted, and answered", async () => {
  const fail = () => {
    throw new Error("the connection is lost");
  };
  const lost = counter(sale.db.withPlugin({ transformQuery: fail, transformResult: fail }));
  expect(times(12, () => lost.count({ calls: "192.0.2.9" })).filter(Boolean)).toHaveLength(10);
  await eventually("a lost exchange", () => Promise.resolve(warnings.length > 0));
  expect(warnings[0]).toEqual({ error: "the connection is lost" });
  await lost.stop();
});
