import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Law } from "#core/law/law.ts";
import { readConfig } from "#server/config/config.ts";
import { isOver } from "#server/platform/database/old-rows.ts";
import { periodAt, retentionOf } from "#server/operator/retention/part.ts";
import { LAW } from "../support/law.ts";
import { openSaleDatabase, type SaleDatabase } from "../support/sale-database.ts";

const settings = (env: Record<string, string> = {}) => readConfig(env).retention;
/** From a day in winter on documents are stored longer, and from one in summer on orders shorter. */
const CHANGING: Law = {
  ...LAW,
  documentRetention: [...LAW.documentRetention, { from: "2027-01-01", source: "longer", days: 400 }],
  orderRetention: [...LAW.orderRetention, { from: "2027-07-01", source: "shorter", days: 3000 }],
};
const DAY_MS = 24 * 3600_000;

describe("the data of an order is stored as long as the law of the order's day requires", () => {
  const { documents, orders, checkouts } = retentionOf(settings(), CHANGING);

  test.each([
    ["documents, in winter", documents, "2026-12-31T22:59:59.999Z", 183, "2026-12-31T23:00:00Z", 400],
    ["orders, in summer", orders, "2027-06-30T21:59:59.999Z", 4018, "2027-06-30T22:00:00Z", 3000],
  ])("%s", (_what, periods, last, before, first, after) => {
    expect(periodAt(periods, new Date(last)).days).toBe(before);
    expect(periodAt(periods, new Date(first)).days).toBe(after);
  });

  test("an order from before the first entry uses the first, and other data its setting", () => {
    expect(periodAt(orders, new Date("2001-01-01")).days).toBe(4018);
    expect(checkouts).toBe(30);
  });
});

test("the setting for documents takes precedence over the law, for orders of any day, and for nothing else", () => {
  const { documents, orders } = retentionOf(settings({ RETENTION_DOCUMENTS_DAYS: "10" }), CHANGING);
  expect(documents).toEqual([{ since: null, days: 10, source: "RETENTION_DOCUMENTS_DAYS" }]);
  expect(orders).toHaveLength(2);
});

test("no order is deleted within ten years from the end of its calendar year", () => {
  const { orders } = retentionOf(settings(), LAW);
  for (let year = 2024; year < 2060; year++) {
    const first = Date.UTC(year, 0, 1);
    const { days } = periodAt(orders, new Date(first));
    expect(first + days * DAY_MS).toBeGreaterThanOrEqual(Date.UTC(year + 11, 0, 1));
  }
});

describe("in the database", () => {
  let sale: SaleDatabase;
  beforeAll(async () => {
    sale = await openSaleDatabase();
  });
  afterAll(() => sale.close());

  test.each([
    ["longer", retentionOf(settings(), CHANGING).documents, "2027-01-01T00:00:00+01:00"],
    ["shorter", retentionOf(settings(), CHANGING).orders, "2027-07-01T00:00:00+02:00"],
  ])("exactly the rows past their own period have expired, when periods become %s", async (_how, periods, from) => {
    const begins = new Date(from).getTime();
    const moments = [-500, -200, -1, 0, 1, 200, 500].flatMap((days) =>
      [-1, 0, 1].map((ms) => new Date(begins + days * DAY_MS + ms)),
    );
    for (const days of [100, 183, 250, 400, 650, 3000, 3100, 4018, 4100]) {
      const now = new Date(begins + days * DAY_MS);
      const { rows } = await sql<{ at: Date; over: boolean }>`
        select at, ${isOver(sql`at`, { periods, now })} as over from unnest(${moments}::timestamptz[]) at`.execute(
        sale.db,
      );
      const expected = moments.map((at) => ({
        at,
        over: at.getTime() + periodAt(periods, at).days * DAY_MS < now.getTime(),
      }));
      expect(rows).toEqual(expected);
    }
  });
});
