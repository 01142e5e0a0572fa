import { describe, expect, test } from "vitest";
import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { priceRecord, quoteFor, sameQuote, sameTotals, type Quote } from "#core/price/pricing.ts";
import { readRecord, type CheckoutRecord } from "#core/checkout-record/record.ts";
import { demoCatalogue, demoWith, demoWithout } from "../support/demo-catalogue.ts";

function quote(record: CheckoutRecord, catalogue: Catalogue = demoCatalogue): Quote {
  const found = quoteFor(record, catalogue);
  if (!found) throw new Error("The record is not for sale");
  return found;
}
const smart30 = { type: "Tariff", tariff: "SMART30" } as const;

/** Returns a line of a mobile tariff, in Rappen. */
const tariffLine = (change: object) => ({
  kind: "mobileTariff",
  firstBill: 0,
  dueNow: 0,
  oldPrice: null,
  postpaid: true,
  binding: 24,
  activationOneTimePriceNow: 0,
  activationOneTimePriceOnBilling: 0,
  ...change,
});

describe("the lines of a quote (demo data, Catalogue)", () => {
  test("a device with every add-on", () => {
    const record = { ...smart30, mobile: "PIZLITE", insurance: true, bundles: ["TWIN"], postBill: true };
    expect(quote(record).lines).toEqual([
      tariffLine({
        code: "SMART30",
        monthly: 2490,
        firstBill: 4900,
        price: 2490,
        activationOneTimePriceOnBilling: 4900,
        recursivePriceBilling: 2490,
      }),
      {
        kind: "device",
        code: "PIZLITE",
        monthly: 550,
        firstBill: 200,
        dueNow: 0,
        deviceMonthlyWithoutUra: 550,
        insurancePrice: 690,
      },
      { kind: "other", code: "insurance", monthly: 690, firstBill: 0, dueNow: 0 },
      { kind: "bundle", code: "TWIN", monthly: 500, firstBill: 1000, dueNow: 0 },
      { kind: "other", code: "postBill", monthly: 390, firstBill: 0, dueNow: 0 },
    ]);
  });

  test("a prepaid tariff, with its SIM and a bundle for the first month", () => {
    expect(quote({ type: "Tariff", tariff: "PREPAID20", bundles: ["TWIN"] }).lines).toEqual([
      tariffLine({
        code: "PREPAID20",
        monthly: 0,
        dueNow: 2000,
        price: 2000,
        postpaid: false,
        binding: 1,
        recursivePriceBilling: 2000,
      }),
      { kind: "sIM", code: "SIM", monthly: 0, firstBill: 0, dueNow: 0 },
      { kind: "bundle", code: "TWIN", monthly: 0, firstBill: 0, dueNow: 1500 },
    ]);
  });

  test("billed TV with a box and the bill by post", () => {
    expect(quote({ type: "TV Tariff", tv_tariff: "TVM", tv_device: ["STB1"], postBill: true }).lines).toEqual([
      {
        kind: "tVTariff",
        code: "TVM",
        monthly: 1990,
        firstBill: 0,
        dueNow: 0,
        price: 1990,
        oldPrice: null,
        postpaid: true,
        binding: 21,
        tvDuration: 24,
        activationOneTimePriceNow: 0,
        activationOneTimePriceOnBilling: 0,
        recursivePriceBilling: 1990,
      },
      { kind: "tVdevice", code: "STB1", monthly: 490, firstBill: 4900, dueNow: 0 },
      { kind: "other", code: "postBill", monthly: 390, firstBill: 0, dueNow: 0 },
    ]);
  });

  test("prepaid TV: the included box is free, the rest is paid for the whole year", () => {
    const { lines } = quote({ type: "TV Tariff", tv_tariff: "277", tv_device: ["STB2"], bundles: ["KIDS"] });
    expect(lines).toMatchObject([
      { kind: "tVTariff", monthly: 0, dueNow: 16800, postpaid: false, tvDuration: 12, recursivePriceBilling: 1400 },
      { kind: "box", code: "STB1", monthly: 0, firstBill: 0, dueNow: 0 },
      { kind: "tVdevice", code: "STB2", monthly: 0, firstBill: 0, dueNow: 12 * 490 + 4900 },
      { kind: "bundle", code: "KIDS", monthly: 0, firstBill: 0, dueNow: 12 * 490 },
    ]);
  });

  test.each([
    [
      "SMART30",
      "bill",
      { firstBill: 2500, dueNow: 0, activationOneTimePriceOnBilling: 2500, activationOneTimePriceNow: 0 },
    ],
    [
      "SMART30",
      "now",
      { firstBill: 0, dueNow: 2500, activationOneTimePriceOnBilling: 0, activationOneTimePriceNow: 2500 },
    ],
    [
      "PREPAID10",
      "bill",
      { firstBill: 0, dueNow: 1000 + 2500, activationOneTimePriceOnBilling: 0, activationOneTimePriceNow: 2500 },
    ],
  ] as const)("the activation of %s, due by %s; prepaid has no bill to wait for", (tariff, due, amounts) => {
    const catalogue = demoWith("mobileTariffs", tariff, { activation: { amount: 2500, due } });
    expect(quote({ type: "Tariff", tariff }, catalogue).lines[0]).toMatchObject(amounts);
  });

  test("a down payment is due now", () => {
    const catalogue = demoWith("devices", "PIZLITE", { downPayment: 9900 });
    expect(quote({ ...smart30, mobile: "PIZLITE" }, catalogue).dueNow).toBe(9900);
  });
});

describe("a quote", () => {
  test("contains the way of payment, its limit and its TV bonus", () => {
    const bonus = { tariff: "SMART60", bonus: true, tv_tariff: "TVS", tv_duration: 6, limit: 50 };
    expect(quote({ type: "Tariff", ...bonus })).toMatchObject({
      postpaid: true,
      limit: 50,
      chosenTv: { tvTariff: "TVS", duration: 6 },
    });
    expect(quote({ type: "Tariff", tariff: "PREPAID10" })).toMatchObject({ postpaid: false, limit: 0, chosenTv: null });
    expect(quote({ type: "TV Tariff", tv_tariff: "TVS" })).toMatchObject({ postpaid: true, limit: 0, chosenTv: null });
  });

  test("is an action only if there is an old price", () => {
    expect(quote({ type: "Tariff", tariff: "SMART60" }).action).toEqual({ price: 3990, oldPrice: 5990 });
    expect(quote(smart30).action).toBeNull();
    expect(quote({ type: "TV Tariff", tv_tariff: "TVS" }).action).toBeNull();
  });

  test("exists only for products on sale", () => {
    expect(quoteFor({ type: "Tariff", tariff: "NOPE" }, demoCatalogue)).toBeNull();
  });

  test.each(["monthly", "firstBill", "dueNow"] as const)("with a different %s has different totals", (amount) => {
    const one = { monthly: 100, firstBill: 200, dueNow: 300 };
    expect(sameTotals(one, { ...one })).toBe(true);
    expect(sameTotals(one, { ...one, [amount]: 1 })).toBe(false);
  });

  test("is equal only if every line is, even with equal totals", () => {
    const [one, other] = [quote({ ...smart30, bundles: ["EU10"] }), quote({ ...smart30, bundles: ["BALKAN5"] })];
    expect(sameQuote(one, structuredClone(one))).toBe(true);
    expect(sameQuote(one, { ...one, lines: other.lines })).toBe(false);
  });

  test.each<[string, CheckoutRecord, Parameters<typeof demoWithout>]>([
    ["its tariff", smart30, ["mobileTariffs", "SMART30"]],
    ["its bundle", { ...smart30, bundles: ["EU10"] }, ["bundles", "EU10"]],
    ["its TV tariff", { type: "TV Tariff", tv_tariff: "TVS" }, ["tvTariffs", "TVS"]],
  ])("throws if the catalogue no longer contains %s", (_what, record, [list, code]) => {
    const read = readRecord(record, demoCatalogue);
    if (!read.ok) throw new Error("The record is not for sale");
    expect(() => priceRecord(read.checked, demoWithout(list, code))).toThrow(code);
  });
});
