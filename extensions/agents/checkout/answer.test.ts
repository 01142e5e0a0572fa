import { expect, test } from "vitest";
import type { Reduction } from "#core/checkout-record/reduction.ts";
import { readRecord, type CheckoutRecord } from "#core/checkout-record/record.ts";
import { priceRecord } from "#core/price/pricing.ts";
import { demoCatalogue } from "#test/support/demo-catalogue.ts";
import { linesOf, totalsOf } from "./answer.ts";

const REDUCTION: Reduction = {
  by: "vouchers",
  reference: "SUMMER",
  name: { de: "Gutschein", en: "Voucher", fr: "Bon", it: "Buono", sr: "Vaučer" },
  off: { amount: 500 },
  when: "once",
  on: null,
};

function shownOf(record: CheckoutRecord) {
  const read = readRecord(record, demoCatalogue);
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  const quote = priceRecord(read.checked, demoCatalogue);
  return {
    lines: linesOf({ variant: "mobile:PREPAID20", record }, quote, demoCatalogue, "en"),
    totals: totalsOf(quote, "en"),
  };
}

test("what is due now is reduced by a discount among the totals, and no line has a price below 0", () => {
  const full = shownOf({ type: "Tariff", tariff: "PREPAID20" });
  const reduced = shownOf({ type: "Tariff", tariff: "PREPAID20", reductions: [REDUCTION] });
  expect(reduced.lines).toEqual(full.lines);
  expect(full.totals).toEqual([
    { type: "subtotal", amount: 2000 },
    { type: "total", amount: 2000 },
  ]);
  expect(reduced.totals).toEqual([
    { type: "subtotal", amount: 2000 },
    { type: "discount", display_text: "Voucher", amount: -500 },
    { type: "total", amount: 1500 },
  ]);
});
