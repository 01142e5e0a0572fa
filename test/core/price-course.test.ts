import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { billingAfter, firstChange, totalOver } from "#server/shop/catalogue/contract-terms.ts";
import { quoteFor } from "#core/price/pricing.ts";
import type { CheckoutRecord } from "#core/checkout-record/record.ts";
import { demoCatalogue, demoWith } from "../support/demo-catalogue.ts";

const SMART60 = { type: "Tariff", tariff: "SMART60" } as const;
const WITH_DEVICE = { ...SMART60, mobile: "SAENTISX" };
const BRIEF = demoWith("mobileTariffs", "SMART60", {
  prices: [{ binding: "182400001", price: 3990, oldPrice: 5990, actionMonths: 6 }],
});

function quoted(record: CheckoutRecord, catalogue: Catalogue) {
  const quote = quoteFor(record, catalogue);
  if (!quote) throw new Error("not for sale");
  return quote;
}
const course = (record: CheckoutRecord, months: readonly number[], catalogue = demoCatalogue) =>
  months.map((each) => billingAfter(each, quoted(record, catalogue), catalogue));

describe("the monthly bill", () => {
  test.each([
    ["stays without a promotion", { type: "Tariff", tariff: "SMART30" }, [0, 23, 24, 99], [2490, 2490, 2490, 2490]],
    ["rises when the promotion ends", SMART60, [0, 23, 24, 25], [3990, 3990, 5990, 5990]],
    ["loses a device's instalments after the last one", WITH_DEVICE, [0, 23, 24], [6240, 6240, 5990]],
    ["is nothing for prepaid", { type: "Tariff", tariff: "PREPAID10" }, [0, 24], [0, 0]],
  ] as const)("%s", (_, record, months, bills) => expect(course(record, months)).toEqual(bills));

  test("changes twice if the promotion is shorter than the instalments", () => {
    expect(course(WITH_DEVICE, [5, 6, 23, 24], BRIEF)).toEqual([6240, 8240, 8240, 5990]);
    expect(firstChange(quoted(WITH_DEVICE, BRIEF), BRIEF)).toBe(6);
  });
});

describe("the overall total", () => {
  test.each([
    [SMART60, 24 * 3990],
    [{ type: "Tariff", tariff: "SMART30" }, 24 * 2490 + 4900],
    [WITH_DEVICE, 24 * 6240 + 200],
  ] as const)("of %j over 24 months is %i", (record, total) => {
    expect(totalOver(24, quoted(record, demoCatalogue), demoCatalogue)).toBe(total);
  });

  test("counts each bill at its own price", () => {
    expect(totalOver(24, quoted(SMART60, BRIEF), BRIEF)).toBe(6 * 3990 + 18 * 5990);
  });

  test("grows by each month's bill", () => {
    const quote = quoted(WITH_DEVICE, BRIEF);
    fc.assert(
      fc.property(fc.nat(60), (months) => {
        const more = totalOver(months + 1, quote, BRIEF) - totalOver(months, quote, BRIEF);
        expect(more).toBe(billingAfter(months, quote, BRIEF));
      }),
    );
  });
});
