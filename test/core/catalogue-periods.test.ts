import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { catalogueMistakes } from "#server/shop/catalogue/catalogue-check.ts";
import { periodMistake, priceChanges, pricedAt } from "#server/shop/catalogue/catalogue-periods.ts";
import { addDays, dayInZurich, formatDay, parseDay } from "#core/time/dates.ts";
import { startOfDay, momentInZurich } from "#core/time/moments.ts";
import { quoteFor } from "#core/price/pricing.ts";
import { demoCatalogue, demoWith } from "../support/demo-catalogue.ts";

const XMAS = { from: "2026-12-01", until: "2026-12-24" };
const [first, ...others] = demoCatalogue.mobileTariffs.find(({ code }) => code === "SMART30")?.prices ?? [];
if (!first) throw new Error("SMART30 has a price");
const promoted = demoWith("mobileTariffs", "SMART30", {
  prices: [{ ...first, periods: [{ ...XMAS, price: 990, oldPrice: 2490, actionMonths: 3 }] }, ...others],
  activation: { amount: 4900, due: "bill", periods: [{ ...XMAS, amount: 0 }] },
});
const quoted = (catalogue: Catalogue, at: string) => {
  const quote = quoteFor({ type: "Tariff", tariff: "SMART30" }, pricedAt(catalogue, new Date(at)));
  return quote && [quote.monthly, quote.firstBill];
};

describe("a price with a period of days", () => {
  test.each([
    ["2026-11-30T22:59:59.999Z", [2490, 4900]],
    ["2026-11-30T23:00:00.000Z", [990, 0]],
    ["2026-12-24T22:59:59.999Z", [990, 0]],
    ["2026-12-24T23:00:00.000Z", [2490, 4900]],
  ])("at %s, in Zurich time", (at, amounts) => {
    expect(quoted(promoted, at)).toEqual(amounts);
  });

  test("starts and ends at two moments, the same for all entries with these days", () => {
    expect(priceChanges(promoted)).toEqual([new Date("2026-11-30T23:00:00Z"), new Date("2026-12-24T23:00:00Z")]);
    expect(priceChanges(demoCatalogue)).toEqual([]);
  });

  test("can have no start, or no end", () => {
    const since = demoWith("bundles", "EU10", { periods: [{ from: "2026-12-01", until: null, monthly: 500 }] });
    const until = demoWith("bundles", "EU10", { periods: [{ from: null, until: "2026-12-01", monthly: null }] });
    const monthly = (catalogue: Catalogue, at: string) =>
      pricedAt(catalogue, new Date(at)).bundles.find(({ code }) => code === "EU10");
    expect(monthly(since, "2030-01-01")).toMatchObject({ monthly: 500, oneTime: 0 });
    expect(monthly(until, "2020-01-01")).toMatchObject({ monthly: null });
    expect(monthly(until, "2027-01-01")).toMatchObject({ monthly: 900 });
  });

  test("is sold without its periods, and everything else is equal", () => {
    const sold = pricedAt(promoted, new Date("2026-11-01"));
    expect(JSON.stringify(sold)).not.toContain("periods");
    expect(sold).toEqual(pricedAt(demoCatalogue, new Date("2026-11-01")));
  });

  test("between two changes, the catalogue is constant", () => {
    const [begins = new Date(), ends = new Date()] = priceChanges(promoted);
    fc.assert(
      fc.property(fc.date({ min: begins, max: new Date(ends.getTime() - 1), noInvalidDate: true }), (at) => {
        expect(quoted(promoted, at.toISOString())).toEqual([990, 0]);
      }),
    );
  });
});

describe("periods that contradict each other", () => {
  test.each([
    [[{ from: null, until: null }], { at: 0, kind: "periodOpen" }],
    [[{ from: "2026-12-02", until: "2026-12-01" }], { at: 0, kind: "periodBackwards" }],
    [[XMAS, { from: "2026-12-24", until: null }], { at: 1, kind: "periodOverlap" }],
    [[XMAS, { from: "2026-12-25", until: null }, { from: null, until: "2026-11-30" }], null],
    [[{ from: "2026-12-01", until: "2026-12-01" }], null],
  ])("%j", (periods, mistake) => {
    expect(periodMistake(periods)).toEqual(mistake);
  });

  test("are found in prices and fees, with their position", () => {
    const wrong = { from: null, until: null, price: 1 };
    const catalogue = demoWith("mobileTariffs", "SMART30", {
      prices: [{ ...first, periods: [wrong] }],
      activation: { amount: 1, due: "bill", periods: [{ from: null, until: null, amount: 2 }] },
    });
    expect(catalogueMistakes(catalogue).map(({ code, field }) => [code, field])).toEqual([
      ["SMART30", ["prices", 0, "periods", 0]],
      ["SMART30", ["activation", "periods", 0]],
    ]);
  });
});

describe("a time of day in Switzerland", () => {
  test.each([
    ["2026-12-01", 6, 30, "2026-12-01T05:30:00.000Z"],
    ["2026-07-01", 0, 0, "2026-06-30T22:00:00.000Z"],
    ["2026-10-25", 2, 30, "2026-10-25T00:30:00.000Z"],
    ["2026-10-25", 3, 0, "2026-10-25T02:00:00.000Z"],
  ])("%s %d:%d is %s", (day, hour, minute, moment) => {
    const parsed = parseDay(day);
    expect(parsed && momentInZurich(parsed, hour, minute)?.toISOString()).toBe(moment);
  });

  test.each([
    ["2026-03-29", 2, 30],
    ["2026-12-01", 24, 0],
    ["2026-12-01", 12, 60],
  ])("%s has no %d:%d", (day, hour, minute) => {
    const parsed = parseDay(day);
    expect(parsed && momentInZurich(parsed, hour, minute)).toBeNull();
  });

  test("every day starts, and the moment before belongs to the previous day", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30_000 }), (days) => {
        const day = addDays({ year: 2000, month: 1, day: 1 }, days);
        const begins = startOfDay(day);
        expect(formatDay(dayInZurich(begins))).toBe(formatDay(day));
        expect(formatDay(dayInZurich(new Date(begins.getTime() - 1)))).toBe(formatDay(addDays(day, -1)));
      }),
    );
  });
});
