import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, type OpenDatabase } from "#server/platform/database/database.ts";
import type { Limit } from "#server/api/limits.ts";
import { pino } from "pino";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { rememberedEvents, testLimits } from "../support/limits.ts";

let database: TestDatabase;
let opened: OpenDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  opened = openDatabase(database.connection, pino({ level: "silent" }));
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

const at = (count: number): Limit => ({ count, seconds: 3600, by: "address" });
const limits = () =>
  testLimits(
    { db: opened.db, now: () => new Date("2026-11-22T10:30:00Z"), security: rememberedEvents().security },
    { codesPerAddress: at(1), codesPerNumber: at(2), passwordsPerAddress: at(3) },
  );

test("an attempt that one limit rejects does not count against the limits after it", async () => {
  const { take } = limits();
  const both = { codesPerAddress: "192.0.2.1", codesPerNumber: "41790000001" };
  expect(await take(both)).toMatchObject({ ok: true });
  for (let refused = 0; refused < 5; refused++) expect(await take(both)).toMatchObject({ exceeded: "codesPerAddress" });
  // One attempt counted against the second limit, so one is left.
  expect(await take({ codesPerNumber: "41790000001" })).toMatchObject({ ok: true });
  expect(await take({ codesPerNumber: "41790000001" })).toMatchObject({ exceeded: "codesPerNumber" });
});

test("attempts that passed are not counted again for a subject; rejected ones are", async () => {
  const { takeOnce } = limits();
  const tries = { passwordsPerAddress: "192.0.2.2" };
  for (let repeated = 0; repeated < 5; repeated++) expect(await takeOnce("one", tries)).toMatchObject({ ok: true });
  expect(await takeOnce("two", tries)).toMatchObject({ ok: true });
  expect(await takeOnce("three", tries)).toMatchObject({ ok: true });
  for (let refused = 0; refused < 2; refused++)
    expect(await takeOnce("four", tries)).toMatchObject({ exceeded: "passwordsPerAddress" });
});

test("an attempt is given back to the window in which it was counted, and only once for a subject", async () => {
  let now = new Date("2026-11-22T10:29:59Z");
  const { take, takeOnce } = testLimits(
    { db: opened.db, now: () => now, security: rememberedEvents().security },
    { passwordsPerAddress: { count: 1, seconds: 900, by: "address" } },
  );
  const tries = { passwordsPerAddress: "192.0.2.4" };
  const early = await take(tries);
  now = new Date("2026-11-22T10:30:00Z");
  expect(await take(tries)).toMatchObject({ ok: true });
  if (early.ok) await early.giveBack();
  expect(await take(tries)).toMatchObject({ exceeded: "passwordsPerAddress" });
  now = new Date("2026-11-22T10:29:59Z");
  expect(await takeOnce("five", tries)).toMatchObject({ ok: true });
  const again = await takeOnce("five", tries);
  if (again.ok) await again.giveBack();
  expect(await take(tries)).toMatchObject({ exceeded: "passwordsPerAddress" });
});

test("simultaneous attempts from two pools are counted exactly", async () => {
  const other = openDatabase(database.connection, pino({ level: "silent" }));
  const elsewhere = testLimits(
    { db: other.db, now: () => new Date("2026-11-22T10:30:00Z"), security: rememberedEvents().security },
    { passwordsPerAddress: at(10) },
  );
  const here = testLimits(
    { db: opened.db, now: () => new Date("2026-11-22T10:30:00Z"), security: rememberedEvents().security },
    { passwordsPerAddress: at(10) },
  );
  const all = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      (index % 2 === 0 ? here : elsewhere).take({ passwordsPerAddress: "192.0.2.3" }),
    ),
  );
  expect(all.filter(({ ok }) => ok)).toHaveLength(10);
  await other.close();
});
