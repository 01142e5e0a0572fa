import { afterAll, beforeAll, expect, test } from "vitest";
import { createCallCounter } from "#server/api/call-counter.ts";
import type { Limit } from "#server/api/limits.ts";
import { openSaleDatabase, type SaleDatabase } from "../support/sale-database.ts";

let sale: SaleDatabase;
beforeAll(async () => {
  sale = await openSaleDatabase();
});
afterAll(() => sale.close());

const table: Record<"calls", Limit> = { calls: { count: 10, seconds: 60, by: "address" } };
const warnings: object[] = [];
const counter = (db = sale.db) =>
  createCallCounter({
    db,
    now: () => sale.clock.now,
    security: sale.security,
    key: Buffer.alloc(32, 3),
    table,
    exchangeMs: 100,
    log: { warn: (details: object) => void warnings.push(details) },
  });
/** Waits long enough for an exchange on a busy machine. */
const exchanged = () => new Promise((done) => setTimeout(done, 800));
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
  await exchanged();
  for (const each of [other, one]) {
    expect(each.count({ calls: "192.0.2.7" })).toBeNull();
    await exchanged();
  }
  // Eleven calls so far: calls between two exchanges were not known yet.
  for (const each of [other, one]) {
    each.count({ calls: "192.0.2.7" });
    await exchanged();
    expect(each.count({ calls: "192.0.2.7" })).toMatchObject({ ok: false });
  }
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
  const lost = counter(sale.db.withSchema("nowhere") as typeof sale.db);
  expect(times(12, () => lost.count({ calls: "192.0.2.9" })).filter(Boolean)).toHaveLength(10);
  await exchanged();
  await lost.stop();
});
