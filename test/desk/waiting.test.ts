import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "#server/config/config.ts";
import { WAITING_KINDS, type WaitingKind } from "#core/desk/waiting-kinds.ts";
import { openDatabase } from "#server/platform/database/database.ts";
import { waiting, waitingCounts } from "#server/desk/waiting.ts";
import { countWaiting, lateIfHeldBefore } from "#server/read-models/waiting.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { fillWithOrders } from "../support/many-rows.ts";
import { addWaitingThings } from "../support/waiting-things.ts";

const COUNT = 300;
let database: TestDatabase;
let opened: ReturnType<typeof openDatabase>;
const config = readConfig({});
const now = () => new Date();
/** Sells nothing, so products are shown by their codes. */
const catalogue = { mobileTariffs: [], tvTariffs: [], devices: [] };
const catalogues = { current: () => Promise.resolve({ version: 1, catalogue }) } as never;
const admin = { id: "", name: "", email: "", roles: ["admin"] as const };

beforeAll(async () => {
  database = await createTestDatabase();
  opened = openDatabase({ ...database.connection, max: 1 }, { warn: () => undefined });
  await fillWithOrders(database.pool, 20_000);
  await addWaitingThings(database.pool, COUNT);
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

/** Calls a handler as an admin. */
const call = async (kind?: WaitingKind) => {
  const request = { query: kind ? { kind } : {}, person: admin } as never;
  const result = await waiting({ db: opened.db, now, config, catalogues })(request);
  if (!result.ok) throw new Error(result.failure.name);
  return result.value;
};

describe("waiting things", () => {
  test("are counted alike by the desk and by the metrics, for every kind", async () => {
    const counted = await countWaiting(opened.db, { now: now(), config });
    expect(Object.fromEntries(WAITING_KINDS.map((kind) => [kind, counted[kind].count]))).toEqual({
      held: COUNT,
      refundToConfirm: COUNT,
      unsettled: COUNT,
      refundFailed: COUNT,
      esimFailed: COUNT,
      jobGivenUp: COUNT,
      unpaid: COUNT,
      activationToConfirm: 0,
      stockHeld: COUNT,
    });
    const result = await waitingCounts({ db: opened.db, now, config })({ person: admin } as never);
    expect(result).toEqual({
      ok: true,
      value: Object.fromEntries(WAITING_KINDS.map((kind) => [kind, counted[kind].count])),
    });
    const age = Date.now() - (counted.unpaid.oldest?.getTime() ?? 0);
    expect(age / 86_400_000).toBeGreaterThanOrEqual(1);
    expect(age / 86_400_000).toBeLessThan(1.1);
  });

  test("are listed with the next action, the oldest first", async () => {
    const next = async (kind: WaitingKind) => (await call(kind)).things[0]?.next;
    expect(await next("refundToConfirm")).toEqual({ act: "confirmRefund" });
    expect(await next("refundFailed")).toEqual({ retry: true });
    expect(await next("jobGivenUp")).toEqual({ act: "resend" });
    expect(await next("esimFailed")).toEqual({ act: "retryEsim" });
    expect(await next("stockHeld")).toEqual({ page: "stock" });
    const { things, more } = await call("refundToConfirm");
    expect([things.length, more]).toEqual([200, true]);
    expect(things.map(({ since }) => since)).toEqual(things.map(({ since }) => since).toSorted());
    const held = (await call("stockHeld")).things[0];
    expect(Date.parse(held?.since ?? "")).toBeLessThan(Date.now());
  });

  test("are late once their day has passed, in the list and in the metrics", async () => {
    const today = "(date_trunc('day', now() at time zone 'Europe/Zurich') at time zone 'Europe/Zurich')";
    const { rows } = await database.pool.query<{ number: string; late: boolean }>(
      `select number, pay_until < ${today} as late from orders where status = 'awaitingPayment'`,
    );
    const late = new Map(rows.map((row) => [row.number, row.late]));
    const { things } = await call("unpaid");
    expect(things.map((each) => each.late)).toEqual(things.map(({ order }) => late.get(order ?? "")));
    const counted = await countWaiting(opened.db, { now: now(), config });
    expect(counted.unpaid.late).toBe([...late.values()].filter(Boolean).length);
    expect([0, COUNT]).not.toContain(counted.unpaid.late);
    expect(counted.refundToConfirm.late).toBe(0);
  });

  test("are found by indexes, regardless of the number of orders", async () => {
    const scanned = await opened.db.transaction().execute(async (db) => {
      await waiting({ db, now, config, catalogues })({ query: {}, person: admin } as never);
      await countWaiting(db, { now: now(), config });
      // Only the reads of this transaction: other connections report theirs at any time.
      const { rows } = await sql<{ relname: string; seq_scan: string; idx_scan: string }>`
        select relname, seq_scan, idx_scan from pg_stat_xact_user_tables
        where relname in ('orders', 'payments', 'esims', 'checkouts')`.execute(db);
      return rows;
    });
    expect(scanned.filter(({ seq_scan }) => Number(seq_scan) > 0)).toEqual([]);
    expect(scanned.filter(({ idx_scan }) => Number(idx_scan) > 0)).not.toEqual([]);
  });
});

test("an order on hold is late from the day after its deadline", () => {
  // Held on a Thursday, due on the following Monday: two working days.
  const late = (day: string) =>
    new Date("2026-11-19T23:30:00+01:00") < lateIfHeldBefore(new Date(`${day}T12:00:00+01:00`), { reviewDays: 2 });
  expect([late("2026-11-22"), late("2026-11-23"), late("2026-11-24")]).toEqual([false, false, true]);
});
