import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { francs, fromChf, sumOf, toChf } from "#core/money/money.ts";
import { totalsOf } from "#core/price/pricing.ts";
import { vatPercent, withoutVat } from "#core/price/vat.ts";
import { LAW } from "../support/law.ts";

describe("money", () => {
  test("is converted to CHF and back without loss", () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 10_000_000 }), (rappen) => fromChf(toChf(rappen)) === rappen));
    expect([toChf(2990), fromChf(29.9), fromChf(0.29)]).toEqual([29.9, 2990, 29]);
  });

  test.each([
    [2900, "29.–"],
    [2990, "29.90"],
    [0, "0.–"],
    [5, "0.05"],
    [100000, "1’000.–"],
    [123456700, "1’234’567.–"],
    [-1250, "−12.50"],
  ])("%d Rappen are shown the Swiss way: %s", (rappen, text) => expect(francs(rappen)).toBe(text));

  test("is summed over a list, and totals are picked from objects that contain them", () => {
    expect(sumOf([], Number)).toBe(0);
    expect(() => sumOf([{ price: 1 }, {}] as { price: number }[], ({ price }) => price)).toThrow("no amount");
    expect(sumOf([{ price: 100 }, { price: 250 }], ({ price }) => price)).toBe(350);
    const quote = { monthly: 1, firstBill: 2, dueNow: 3, limit: 100 };
    expect(totalsOf(quote)).toEqual({ monthly: 1, firstBill: 2, dueNow: 3 });
  });
});

describe("VAT (domain facts, PBV)", () => {
  test.each([
    ["2018-01-01", 7.7],
    ["2023-12-31", 7.7],
    ["2024-01-01", 8.1],
    ["2026-11-21", 8.1],
  ])("on %s it is %d %%", (day, percent) => expect(vatPercent({ law: LAW, day })).toBe(percent));

  test("is unknown before 2011", () => {
    expect(() => vatPercent({ law: LAW, day: "2010-12-31" })).toThrow(
      new RangeError("The law table vat has no entry for 2010-12-31"),
    );
  });

  test.each([
    [10810, 8.1, 10000],
    [100, 8.1, 93],
    [0, 8.1, 0],
    [1000, 7.7, 929],
  ])("%d Rappen with %d %% are %d without", (amount, percent, net) => {
    expect(withoutVat(amount, percent)).toBe(net);
  });
});
