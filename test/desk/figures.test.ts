import fc from "fast-check";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { readConfig } from "#server/config/config.ts";
import { addHours } from "#server/operator/hourly-figures/hours.ts";
import { computeDueFigures } from "#server/desk/board/keep-figures.ts";
import { FIGURE_SOURCES } from "#server/desk/board/sources.ts";
import { purge } from "#server/operator/retention/purge.ts";
import { retentionOf } from "#server/operator/retention/part.ts";
import { openDatabase } from "#server/platform/database/database.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { LAW } from "../support/law.ts";
import { recordsIn } from "../support/records.ts";
import { TEST_SEALS } from "../support/seals.ts";
import { SEED } from "../support/seeded.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const BEGIN = new Date("2026-11-10T08:20:00Z");

let database: TestDatabase;
let opened: ReturnType<typeof openDatabase>;
const config = readConfig({});
const log = pino({ level: "silent" });
/** The true time. Each machine's clock can differ from it. */
let time = BEGIN;
const later = (ms: number) => new Date(time.getTime() + ms);
const pass = (ms: number) => {
  time = later(ms);
};
const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await database.pool.query<Row>(text, values)).rows;

beforeAll(async () => {
  database = await createTestDatabase();
  opened = openDatabase(database.connection, log);
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});
beforeEach(async () => {
  time = BEGIN;
  lastSearch = 0;
  await emptied();
});
const emptied = () =>
  database.pool.query(
    "truncate accounts, checkouts, checkout_calls, sms_codes, handovers, order_actions, desk_figures, desk_checkouts, desk_experiments cascade",
  );

/**
 * The time when a desk last looked for missed checkouts. It does so with its first poll, and at most once an hour
 * afterwards.
 */
let lastSearch = 0;

/** Does the work of a desk's process until nothing is due. `wrong`: the error of its clock, in ms. */
async function look({ wrong = 0, longer = true, settings = config } = {}): Promise<void> {
  const needs = { db: opened.db, now: () => later(wrong), config: settings, law: LAW };
  const isLonger = longer || time.getTime() - lastSearch > HOUR;
  if (isLonger) lastSearch = time.getTime();
  while (await computeDueFigures(needs, { longer: isLonger }));
}

/** Returns the stored figures of all hours, each by its hour, kind and names. */
async function kept(): Promise<ReadonlyMap<string, number>> {
  const hours = await rows<{ hour: Date; figures: Record<string, [string[], number[]][]> | null }>(
    "select hour, figures from desk_figures order by hour",
  );
  return new Map(
    hours.flatMap(({ hour, figures }) =>
      Object.entries(figures ?? {}).flatMap(([kind, all]) =>
        all.flatMap(([by, counts]) => {
          const names = [hour.toISOString(), kind, ...by].join(" ");
          // For experiments and sources also the orders, as a separate kind.
          const orders = [[hour.toISOString(), "ordered", ...by].join(" "), counts[1] ?? 0] as const;
          return [[names, counts[0] ?? 0] as const, ...(kind === "experiments" || kind === "sources" ? [orders] : [])];
        }),
      ),
    ),
  );
}
/** Returns the stored figures of the funnel alone. */
const funnels = async () => [...(await kept())].filter(([key]) => key.includes(" funnel "));
const sorted = (figures: ReadonlyMap<string, number>) =>
  [...figures].toSorted(([one], [other]) => (one < other ? -1 : 1));

type Records = ReturnType<typeof recordsIn>;
type Happening = { readonly name: string; run(records: Records): Promise<unknown> };

/** At most two weeks without a desk, so that no record is old enough to be purged. */
const isRecent = () => time.getTime() < BEGIN.getTime() + 13 * DAY;
const which = fc.nat(50);
/**
 * The clocks of the shop's machines are wrong by up to three minutes, so records can arrive late or with a future time.
 */
const skew = fc.integer({ min: -3 * MINUTE, max: 3 * MINUTE });
const happenings = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(which, skew).map(([n, wrong]) => named("begin", (all) => all.begin(n, later(wrong)))),
  },
  {
    weight: 5,
    arbitrary: fc.tuple(which, skew).map(([n, wrong]) => named("advance", (all) => all.advance(n, later(wrong)))),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(which, skew).map(([n, wrong]) => named("refuse", (all) => all.refuse(n, later(wrong)))),
  },
  { weight: 2, arbitrary: fc.tuple(which, skew).map(([n, wrong]) => named("pay", (all) => all.pay(n, later(wrong)))) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(which, fc.constantFrom("declined", "ordered", "refunded"))
      .map(([n, state]) => named(state, (all) => all.settle(n, state, time))),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(which, skew).map(([n, wrong]) => named("order", (all) => all.order(n, later(wrong)))),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(which, fc.nat(900)).map(([n, tenths]) => named("deliver", (all) => all.deliver(n, tenths))),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(which, fc.constantFrom("1" as const, "4" as const), skew)
      .map(([n, step, wrong]) => named(`enter ${step}`, (all) => all.enter(n, step, later(wrong)))),
  },
  { weight: 2, arbitrary: which.map((n) => named("run", (all) => all.run(n, time))) },
  { weight: 1, arbitrary: which.map((n) => named("stop a run", (all) => all.stopRun(n, time))) },
  { weight: 1, arbitrary: which.map((n) => named("cancel", (all) => all.cancel(n))) },
  { weight: 1, arbitrary: skew.map((wrong) => named("code", (all) => all.code(later(wrong)))) },
  { weight: 1, arbitrary: which.map((n) => named("use", (all) => all.use(n, time))) },
  {
    weight: 6,
    arbitrary: fc
      .integer({ min: 1, max: 200 })
      .map((minutes) => named(`${minutes} minutes`, async () => pass(minutes * MINUTE))),
  },
  { weight: 1, arbitrary: fc.constant(named("a week without a desk", async () => isRecent() && pass(7 * DAY))) },
  {
    weight: 4,
    arbitrary: fc.tuple(skew, fc.boolean()).map(([wrong, longer]) => named("look", () => look({ wrong, longer }))),
  },
  {
    weight: 1,
    arbitrary: fc.constant(named("two processes look", () => Promise.all([look(), look({ wrong: -MINUTE })]))),
  },
);
function named(name: string, run: Happening["run"]): Happening {
  return { name, run };
}

describe("figures", () => {
  test(
    "computed in pieces are equal to those computed from all records at once, with any delay and any clock",
    { timeout: inject("long") ? 3_600_000 : 240_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(happenings, { minLength: 20, maxLength: 60 }), async (all) => {
          await emptied();
          time = BEGIN;
          lastSearch = 0;
          const records = recordsIn(database);
          for (const each of all) await each.run(records);
          // Until every hour has been due again, which takes a fiftieth of its age.
          pass((time.getTime() - BEGIN.getTime()) / 50 + 2 * HOUR);
          await look();
          const piecewise = await kept();
          const expected = records.expected(time);
          // Codes are purged after a week, so earlier hours are no longer recomputed.
          const whole = (figures: ReadonlyMap<string, number>) =>
            sorted(figures).filter(
              ([key]) => !key.includes(" codes ") || Date.parse(key.split(" ")[0] ?? "") > time.getTime() - 6 * DAY,
            );
          expect(whole(piecewise)).toEqual(whole(expected));
          await database.pool.query("truncate desk_figures, desk_checkouts");
          await look();
          expect(whole(await kept())).toEqual(whole(piecewise));
        }),
        { numRuns: inject("long") ? 12 : 3, endOnFailure: true, seed: SEED },
      );
    },
  );

  test("of an hour stay when its records are purged, and are not recomputed from the rest", async () => {
    const records = recordsIn(database);
    await records.begin(0, time);
    await records.refuse(0, time);
    await records.code(time);
    pass(10 * MINUTE);
    // Only a few days, because every hour of them is computed.
    const settings = { ...config, retention: { ...config.retention, checkouts: 9 } };
    await look({ settings });
    const before = sorted(await kept());
    expect(before).toHaveLength(6);
    for (const days of [8, 10]) {
      time = new Date(BEGIN.getTime() + days * DAY);
      await purged(settings);
      await look({ settings });
      expect(sorted(await kept())).toEqual(before);
    }
    expect(
      await rows("select 1 from checkouts union all select 1 from sms_codes union all select 1 from desk_checkouts"),
    ).toEqual([]);
  });

  test("of records purged before the desk existed are unknown, not 0", async () => {
    const records = recordsIn(database);
    await records.begin(0, time);
    await records.order(0, time);
    pass(40 * DAY);
    await look();
    const [hour] = await rows<{ orders: unknown; checkouts: unknown }>(
      `select o.figures as orders, c.figures as checkouts from desk_figures o join desk_figures c using (hour)
       where o.source = 'orders' and c.source = 'checkouts' and hour = '2026-11-10T08:00:00Z'`,
    );
    expect(hour).toMatchObject({
      checkouts: null,
      orders: {
        sales: [
          [
            ["postpaid", "SMART30", "made"],
            [1, 2490, 4900, 0],
          ],
        ],
      },
    });
  });

  test("of an old hour include a checkout that is found late at once", async () => {
    const records = recordsIn(database);
    await records.begin(0, time);
    pass(10 * HOUR);
    await records.begin(0, time);
    await look();
    // A machine whose clock was wrong by hours.
    await records.begin(0, later(-9 * HOUR));
    pass(MINUTE);
    await look({ longer: false });
    expect((await funnels()).map(([, checkouts]) => checkouts)).toEqual([1, 1]);
    await look({ longer: true });
    expect((await funnels()).map(([, checkouts]) => checkouts)).toEqual([1, 1, 1]);
  });

  test("contain the lag of the first delivery of an order that was sent again, and none if it is unknown", async () => {
    const records = recordsIn(database);
    for (const which of [0, 1, 2]) {
      await records.begin(which, time);
      await records.order(which, time);
      await records.deliver(which, 15);
    }
    await database.pool.query(
      "insert into order_actions (order_id, action, actor, reason, at) select id, 'resent', 'a', 'b', now() from orders limit 2",
    );
    // The second one was sent again by a version that stores the first delivery, and is delivered a day later.
    await database.pool.query(
      `update handovers set earlier_deliveries = array[delivered_at], delivered_at = delivered_at + interval '1 day'
       where order_id = (select id from orders offset 1 limit 1)`,
    );
    await look();
    const lags = [...(await kept())].filter(([key]) => key.includes("handovers"));
    expect(lags.every(([key]) => key.endsWith(" 15"))).toBe(true);
    expect(lags.reduce((sum, [, orders]) => sum + orders, 0)).toBe(2);
  });

  test("of an hour name few sources, whatever strangers invent, and no order is lost", async () => {
    const records = recordsIn(database);
    for (let index = 0; index < 30; index++) await records.begin(0, time, `link:x${index}`);
    await records.begin(0, time, "link:partner");
    await records.order(30, time);
    await look();
    const [hour] = await rows<{ sources: [[string, string], [number, number]][] }>(
      "select figures->'sources' as sources from desk_figures where source = 'checkouts' and figures is not null",
    );
    const counts = new Map(hour?.sources.map(([[, source], sum]) => [source, sum]));
    expect(counts.get("link:partner")).toEqual([1, 1]);
    expect(counts.get("link")).toEqual([11, 0]);
    expect(counts.size).toBe(21);
  });

  test("are stored for two years", async () => {
    const oldest = async () => (await rows<{ hour: Date }>("select min(hour) as hour from desk_figures"))[0]?.hour;
    await addHours(opened.db, FIGURE_SOURCES, time);
    expect(await oldest()).toEqual(new Date("2026-11-10T08:00:00Z"));
    pass(729 * DAY);
    await purged();
    await addHours(opened.db, FIGURE_SOURCES, time);
    expect(await oldest()).toEqual(new Date("2026-11-10T08:00:00Z"));
    pass(2.5 * DAY);
    await purged();
    expect(await oldest()).toEqual(new Date("2026-11-10T21:00:00Z"));
  });

  test("contain no personal data", async () => {
    const records = recordsIn(database);
    await records.begin(0, time);
    await records.advance(0, time);
    await records.order(0, time);
    await look();
    const { rows: found } = await database.pool.query<{ text: string }>("select f::text as text from desk_figures f");
    const ids = await rows<{ id: string }>("select id from checkouts union all select id::text from orders");
    expect(found.some(({ text }) => ids.some(({ id }) => text.includes(id)) || text.includes("example.ch"))).toBe(
      false,
    );
  });

  async function purged({ retention, unorderedDocuments } = config): Promise<void> {
    const documents = { remove: async () => undefined, list: async function* () {} } as never;
    const context = {
      db: opened.db,
      documents,
      retention: retentionOf(retention, LAW),
      seals: TEST_SEALS,
      unorderedDocuments,
      now: time,
      log,
    };
    await purge(context, { dryRun: false });
  }
});

describe("computing figures", () => {
  test("waits for no lock of a sale, and takes none that a sale waits for", async () => {
    const records = recordsIn(database);
    await records.run(1, time);
    await records.begin(0, time);
    await records.enter(0, "1", time);
    await records.pay(0, time);
    await records.order(0, time);
    await records.code(time);
    const client = await database.pool.connect();
    try {
      // Conflicts with every statement that writes or locks a row.
      await client.query("begin");
      await client.query(
        "lock table checkouts, checkout_calls, orders, payments, handovers, sms_codes, order_actions, order_messages in exclusive mode",
      );
      await look();
      await client.query("rollback");
    } finally {
      client.release();
    }
    const found = await kept();
    expect(found.size).toBeGreaterThan(4);
    expect([...found.keys()].some((key) => key.includes(" experiments "))).toBe(true);
  });

  test("is distributed: an hour that another process computes is left to it", async () => {
    const records = recordsIn(database);
    await records.begin(0, time);
    pass(2 * HOUR);
    await records.begin(1, time);
    await addHoursAndNote();
    const client = await database.pool.connect();
    try {
      await client.query("begin");
      await client.query("select hour from desk_figures where hour = '2026-11-10T08:00:00Z' for update");
      await look();
      expect(await funnels()).toEqual([["2026-11-10T10:00:00.000Z funnel prepaid PREPAID20 chosen", 1]]);
    } finally {
      await client.query("rollback");
      client.release();
    }
    await look();
    expect(await funnels()).toHaveLength(2);
  });

  /** Simulates a process that was stopped before it computed anything. */
  async function addHoursAndNote(): Promise<void> {
    await look();
    await database.pool.query("update desk_figures set figures = null, due_at = $1", [BEGIN]);
  }

  test("continues with the other hours after one that cannot be computed", async () => {
    const records = recordsIn(database);
    await records.begin(0, time);
    pass(2 * HOUR);
    await records.begin(1, time);
    await database.pool.query(
      `update checkouts set shown = '{"quote": {"postpaid": "neither"}}' where created_at = $1`,
      [time],
    );
    await expect(look()).rejects.toThrow(/boolean/);
    await look();
    expect(await funnels()).toEqual([["2026-11-10T08:00:00.000Z funnel postpaid SMART30 chosen", 1]]);
  });
});
