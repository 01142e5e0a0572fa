import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { billingAfter, courseOf, firstChange, totalOver } from "#core/price/contract-terms.ts";
import { quoteFor } from "#core/price/pricing.ts";
import type { CheckoutRecord } from "#core/checkout-record/record.ts";
import { TV_BINDING_MONTHS, TV_DURATIONS } from "#core/catalogue/codes.ts";
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

describe("television", () => {
  const record = (tv_duration: number, more: object = {}) =>
    ({ type: "TV Tariff", tv_tariff: "TVM", tv_duration, ...more }) as CheckoutRecord;
  const sold = (duration: (typeof TV_DURATIONS)[number], price: number, priceAfter?: number) =>
    demoWith("tvTariffs", "TVM", { prices: [{ duration, price, ...(priceAfter !== undefined && { priceAfter }) }] });
  const courseIn = (catalogue: Catalogue, duration: number, more: object = {}) =>
    courseOf(quoted(record(duration, more), catalogue), catalogue);

  test("of three months with a minimum term of 21 names the price from the fourth month, and all 21 months", () => {
    expect(courseIn(demoCatalogue, 3)).toEqual({
      months: 21,
      after: { months: 3, monthly: 2690 },
      whole: { months: 21, total: 21 * 2690 },
      endsEarly: true,
    });
    expect(courseIn(sold(3, 2690, 3190), 3).whole).toEqual({ months: 21, total: 3 * 2690 + 18 * 3190 });
    expect(courseIn(demoCatalogue, 24)).toMatchObject({ whole: { months: 24, total: 24 * 1990 }, endsEarly: false });
  });

  test("paid in advance ends by itself, and no bill follows", () => {
    const prepaid = { type: "TV Tariff", tv_tariff: "277" } as const;
    expect(courseOf(quoted(prepaid, demoCatalogue), demoCatalogue)).toMatchObject({ after: null, whole: null });
  });

  test("costs each of its months at the price of that month, for any prices, boxes and bills", () => {
    const amount = fc.nat(50_000);
    const options = fc.record({ tv_device: fc.constantFrom([], ["STB1"]), postBill: fc.boolean() });
    fc.assert(
      fc.property(
        fc.constantFrom(...TV_DURATIONS),
        amount.filter((price) => price > 0),
        fc.option(amount, { nil: undefined }),
        options,
        (duration, price, priceAfter, { tv_device, postBill }) => {
          const catalogue = sold(duration, price, priceAfter);
          const type = tv_device.length > 0 ? "Tv Device" : "TV Tariff";
          const quote = quoted(record(duration, { type, tv_device, postBill }), catalogue);
          const { whole, after, endsEarly } = courseOf(quote, catalogue);
          const months = Math.max(duration, TV_BINDING_MONTHS);
          const others = quote.monthly - price;
          const later = priceAfter ?? price;
          expect(whole).toEqual({
            months,
            total: quote.firstBill + others * months + price * duration + later * (months - duration),
          });
          expect(after).toEqual({ months: duration, monthly: others + later });
          expect(endsEarly).toBe(duration < TV_BINDING_MONTHS);
        },
      ),
    );
  });
});

test("a total is never over less time than the contract binds", () => {
  const records = fc.oneof(
    fc.constantFrom(...demoCatalogue.mobileTariffs.map(({ code }) => ({ type: "Tariff" as const, tariff: code }))),
    fc.record({
      type: fc.constant("TV Tariff" as const),
      tv_tariff: fc.constantFrom("TVS", "TVM"),
      tv_duration: fc.constantFrom(...TV_DURATIONS),
    }),
  );
  fc.assert(
    fc.property(records, fc.constantFrom(demoCatalogue, BRIEF), (record, catalogue) => {
      const quote = quoted(record, catalogue);
      const { whole } = courseOf(quote, catalogue);
      const binding = quote.postpaid ? (quote.lines[0]?.binding ?? 0) : 0;
      if (whole) expect(whole.months).toBeGreaterThanOrEqual(binding);
      else expect(binding).toBeLessThanOrEqual(1);
    }),
  );
});
