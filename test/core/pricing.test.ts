import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonical } from "#core/text/canonical.ts";
import { sumOf } from "#core/money/money.ts";
import type { Line } from "#core/price/lines.ts";
import { priceRecord, yearlyTotal, type Quote } from "#core/price/pricing.ts";
import { oneTimeParts } from "#core/price/one-time.ts";
import { isPostpaid, readRecord, type CheckoutRecord } from "#core/checkout-record/record.ts";
import { anyRecord } from "../support/any-record.ts";
import { demoCatalogue } from "../support/demo-catalogue.ts";

function quote(record: CheckoutRecord): Quote {
  const read = readRecord(record, demoCatalogue);
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return priceRecord(read.checked, demoCatalogue);
}

/**
 * [record, monthly on the bill, once on the bill, due now] in Rappen; prices of the demo catalogue (demo data,
 * Catalogue).
 */
const PRICES: readonly [CheckoutRecord, number, number, number][] = [
  [{ type: "Tariff", tariff: "SMART30" }, 2490, 4900, 0],
  [{ type: "Tariff", tariff: "SMART30", binding: "182400002" }, 2990, 4900, 0],
  [{ type: "Tariff", tariff: "SMART60" }, 3990, 0, 0],
  [{ type: "Tariff", tariff: "SMART60", binding: "182400002" }, 5990, 0, 0],
  [{ type: "Mobile Tariff", tariff: "SMART100", postBill: true }, 6900 + 390, 0, 0],
  [{ type: "Tariff", tariff: "SIMONLY20", bundles: ["TWIN"] }, 1990 + 500, 1000, 0],
  [
    { type: "Device", tariff: "SMART60", mobile: "SAENTISX", insurance: true, bundles: ["EU10"], limit: 100 },
    7830,
    200,
    0,
  ],
  [{ type: "Tariff", tariff: "PREPAID10" }, 0, 0, 1000],
  [{ type: "Tariff", tariff: "PREPAID20", bundles: ["EU10", "TWIN"], postBill: true }, 0, 0, 2000 + 900 + 500 + 1000],
  [{ type: "Tariff", tariff: "PREPAID0" }, 0, 0, 0],
  [{ type: "TV Tariff", tv_tariff: "TVS", tv_duration: 3 }, 1690, 0, 0],
  [
    { type: "Tv Device", tv_tariff: "TVM", tv_device: ["STB1", "STB2"], bundles: ["KIDS"] },
    1990 + 2 * 490 + 490,
    9800,
    0,
  ],
  [{ type: "TV Tariff", tv_tariff: "277" }, 0, 0, 16800],
  [{ type: "Tv Device", tv_tariff: "277", tv_device: ["STB2", "STB1"] }, 0, 0, 16800 + 12 * 490 + 4900],
  [{ type: "TV Tariff", tv_tariff: "277", bundles: ["SPORT"] }, 0, 0, 16800 + 12 * 1490],
];

describe("prices", () => {
  test.each(PRICES)("%j", (record, monthly, firstBill, dueNow) => {
    expect(quote(record)).toMatchObject({ monthly, firstBill, dueNow });
  });

  test("a TV line shows the 21-month term for every binding, and 277 always 12 months", () => {
    expect(quote({ type: "TV Tariff", tv_tariff: "TVM", binding: "182400002" }).lines[0]).toMatchObject({
      binding: 21,
      tvDuration: 24,
    });
    expect(quote({ type: "TV Tariff", tv_tariff: "277", tv_duration: 3 }).lines[0]).toMatchObject({
      tvDuration: 12,
      dueNow: 16800,
    });
  });

  test("SIM-only and prepaid have a SIM line, other tariffs none", () => {
    const hasSim = (tariff: string) => quote({ type: "Tariff", tariff }).lines.some((line) => line.kind === "sIM");
    expect(["SIMONLY20", "PREPAID10", "PREPAID0", "SMART30"].map(hasSim)).toEqual([true, true, true, false]);
  });

  test("a year costs twelve bills and the one-time payments", () => {
    expect(yearlyTotal(quote({ type: "Tariff", tariff: "SMART30" }))).toBe(12 * 2490 + 4900);
    expect(yearlyTotal({ monthly: 100, firstBill: 20, dueNow: 3 })).toBe(1223);
  });
});

describe("any record", () => {
  const amounts = ["monthly", "firstBill", "dueNow"] as const;

  test("is rejected with its invalid fields, or priced so that the parts sum to the totals, in whole Rappen", () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        const read = readRecord(record, demoCatalogue);
        if (!read.ok) return Object.keys(read.errors).length > 0;
        const priced = priceRecord(read.checked, demoCatalogue);
        for (const amount of amounts) {
          expect(priced[amount]).toBe(sumOf(priced.lines, (line: Line) => line[amount]));
          for (const line of priced.lines) expect(Number.isInteger(line[amount]) && line[amount] >= 0).toBe(true);
        }
        return true;
      }),
      { numRuns: 2000 },
    );
  });

  test("lists the parts of its one-time sum, which add up to it; without parts the sum is 0", () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        const read = readRecord(record, demoCatalogue);
        if (!read.ok) return;
        const priced = priceRecord(read.checked, demoCatalogue);
        const parts = oneTimeParts(priced.lines);
        expect(sumOf(parts, ({ amount }) => amount)).toBe(priced.firstBill);
        expect(parts.every(({ amount }) => amount > 0)).toBe(true);
      }),
    );
    const reasons = (record: CheckoutRecord) => oneTimeParts(quote(record).lines).map(({ reason }) => reason);
    expect(reasons({ type: "Device", tariff: "SMART30", mobile: "SAENTISX" })).toEqual(["activation", "levy"]);
    expect(reasons({ type: "Tariff", tariff: "SIMONLY20", bundles: ["TWIN"] })).toEqual(["addOn"]);
    expect(reasons({ type: "Tv Device", tv_tariff: "TVM", tv_device: ["STB1"] })).toEqual(["box"]);
  });

  test("has the same lines when priced twice, and prepaid is never billed", () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        const [one, other] = [readRecord(record, demoCatalogue), readRecord(structuredClone(record), demoCatalogue)];
        expect(canonical(one)).toBe(canonical(other));
        if (!one.ok) return;
        const priced = priceRecord(one.checked, demoCatalogue);
        expect(canonical(priceRecord(one.checked, demoCatalogue))).toBe(canonical(priced));
        if (!isPostpaid(one.checked, demoCatalogue)) expect([priced.monthly, priced.firstBill]).toEqual([0, 0]);
      }),
      { numRuns: 1000 },
    );
  });

  test("that is valid never contains forbidden combinations", () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        const read = readRecord(record, demoCatalogue);
        if (!read.ok) return;
        const { checked } = read;
        if (checked.family === "tv") {
          expect(checked.boxes.includes("STB2") && !checked.boxes.includes("STB1")).toBe(false);
          expect(new Set(checked.boxes).size).toBe(checked.boxes.length);
          if (checked.tvTariff === "277") expect(checked.boxes).toContain("STB1");
        } else {
          if (checked.mobile) expect(checked.binding).toBe("182400001");
          if (checked.insurance) expect(checked.mobile).not.toBeNull();
          if (checked.limit)
            expect(checked.limit >= 1 && checked.limit <= 300 && isPostpaid(checked, demoCatalogue)).toBe(true);
          if (checked.bonusTv) expect(checked.bonus).toBe(true);
        }
        expect(checked.bundles).not.toContain("LEGACY1");
      }),
      { numRuns: 2000 },
    );
  });
});
