import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readRecord, type CheckoutRecord } from "#core/checkout-record/record.ts";
import { sumOf } from "#core/money/money.ts";
import { courseOf, totalOver } from "#core/price/contract-terms.ts";
import { priceRecord, type Quote } from "#core/price/pricing.ts";
import type { Reduction } from "#core/checkout-record/reduction.ts";
import { anyRecord } from "../support/any-record.ts";
import { demoCatalogue } from "../support/demo-catalogue.ts";

const NAME = { de: "Gutschein", en: "Voucher", fr: "Bon", it: "Buono", sr: "Vaučer" };
const voucher = (terms: Partial<Reduction>): Reduction => ({
  by: "vouchers",
  reference: "SUMMER",
  name: NAME,
  off: { amount: 1000 },
  when: "once",
  on: null,
  ...terms,
});

function quoteOf(record: CheckoutRecord, ...reductions: readonly Reduction[]): Quote {
  const read = readRecord({ ...record, reductions }, demoCatalogue);
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return priceRecord(read.checked, demoCatalogue);
}

const SMART30: CheckoutRecord = { type: "Tariff", tariff: "SMART30" };
const SMART60: CheckoutRecord = { type: "Tariff", tariff: "SMART60" };
const DEVICE: CheckoutRecord = { type: "Device", tariff: "SMART60", mobile: "SAENTISX", deviceInFull: true };
const PREPAID: CheckoutRecord = { type: "Tariff", tariff: "PREPAID20" };
const six = { months: 6 };

/** [what it is, record, reduction, what it deducts from the monthly bill, once from the first bill, and now] */
const DEDUCTED: readonly (readonly [string, CheckoutRecord, Partial<Reduction>, number, number, number])[] = [
  ["an amount once, of an activation fee", SMART30, {}, 0, 1000, 0],
  ["of the first month, if there is no fee", SMART60, {}, 0, 1000, 0],
  ["and at most the first bill", SMART60, { off: { amount: 9900 } }, 0, 3990, 0],
  ["an amount once, of what is due now", PREPAID, {}, 0, 0, 1000],
  ["and at most that", PREPAID, { off: { amount: 9900 } }, 0, 0, 2000],
  ["first of what is due now, the rest of the first bill", DEVICE, { off: { amount: 89_000 } }, 0, 4190, 54_000],
  ["a percentage once", SMART30, { off: { percent: 10 } }, 0, 490, 0],
  ["an amount a month", SMART30, { when: six }, 1000, 0, 0],
  ["and at most the bill", SMART30, { when: six, off: { amount: 9900 } }, 2490, 0, 0],
  ["a percentage a month, rounded to the Rappen", SMART30, { when: six, off: { percent: 33 } }, 822, 0, 0],
  ["nothing a month of what is paid in advance", PREPAID, { when: six }, 0, 0, 0],
  ["nothing of other products", SMART30, { on: ["SMART60"] }, 0, 0, 0],
  [
    "only of the named product",
    { ...SMART60, bundles: ["EU10"] },
    { when: six, off: { percent: 100 }, on: ["EU10"] },
    900,
    0,
    0,
  ],
  ["never of fees", { ...SMART60, postBill: true }, { when: six, off: { percent: 100 } }, 3990, 0, 0],
];

describe("a reduction deducts", () => {
  test.each(DEDUCTED)("%s", (_name, record, terms, monthly, firstBill, dueNow) => {
    const [full, reduced] = [quoteOf(record), quoteOf(record, voucher(terms))];
    expect([full.monthly - reduced.monthly, full.firstBill - reduced.firstBill, full.dueNow - reduced.dueNow]).toEqual([
      monthly,
      firstBill,
      dueNow,
    ]);
    // One that deducts nothing has no line.
    const lines = reduced.lines.filter(({ code }) => code === "reduction");
    expect(lines).toHaveLength(monthly + firstBill + dueNow === 0 ? 0 : 1);
  });
});

test("after its months the bill is the full one again, and the total counts both", () => {
  const [full, reduced] = [quoteOf(SMART30), quoteOf(SMART30, voucher({ when: six }))];
  expect(courseOf(reduced, demoCatalogue).after).toEqual({ months: 6, monthly: full.monthly });
  expect(totalOver(24, full, demoCatalogue) - totalOver(24, reduced, demoCatalogue)).toBe(6 * 1000);
  const always = quoteOf(SMART30, voucher({ when: { months: null } }));
  expect(totalOver(24, full, demoCatalogue) - totalOver(24, always, demoCatalogue)).toBe(24 * 1000);
});

const anyReduction = fc.record({
  by: fc.constantFrom("vouchers", "staff"),
  reference: fc.constant("SUMMER"),
  name: fc.constant(NAME),
  off: fc.oneof(
    fc.record({ amount: fc.integer({ min: 1, max: 500_000 }) }),
    fc.record({ percent: fc.integer({ min: 1, max: 100 }) }),
  ),
  when: fc.oneof(
    fc.constant("once" as const),
    fc.record({ months: fc.option(fc.integer({ min: 1, max: 36 }), { nil: null }) }),
  ),
  on: fc.option(fc.subarray(["SMART30", "SMART60", "PREPAID20", "EU10", "SAENTISX", "TVM", "277"]), { nil: null }),
});

test("with any reductions of any record, totals are whole, sums of their lines, and never below 0", () => {
  fc.assert(
    fc.property(anyRecord, fc.array(anyReduction, { maxLength: 3 }), (record, reductions) => {
      const read = readRecord({ ...record, reductions }, demoCatalogue);
      if (!read.ok) return;
      const quote = priceRecord(read.checked, demoCatalogue);
      for (const part of ["monthly", "firstBill", "dueNow"] as const) {
        expect(quote[part]).toBe(sumOf(quote.lines, (line) => line[part]));
        expect(Number.isInteger(quote[part])).toBe(true);
      }
      expect(Math.min(quote.monthly, quote.monthly + quote.firstBill, quote.dueNow)).toBeGreaterThanOrEqual(0);
      const off = quote.lines.filter(({ code }) => code === "reduction");
      expect(off.every((line) => Math.max(line.monthly, line.firstBill, line.dueNow) <= 0)).toBe(true);
    }),
    { numRuns: 1000 },
  );
});
