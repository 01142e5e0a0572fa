import { describe, expect, test } from "vitest";
import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { termsOfLine, type LineTerms } from "#core/price/contract-terms.ts";
import { quoteFor } from "#core/price/pricing.ts";
import type { CheckoutRecord } from "#core/checkout-record/record.ts";
import { vatPercentOf } from "#core/price/vat.ts";
import { demoCatalogue } from "../support/demo-catalogue.ts";
import { LAW } from "../support/law.ts";

const NONE = {
  minimumTerm: null,
  duration: null,
  promotion: null,
  later: null,
  instalments: null,
  activation: null,
  levy: null,
  downPayment: null,
  paidInFull: null,
  deposit: null,
  reduction: null,
};

function termsOf(record: CheckoutRecord, kind: string, catalogue: Catalogue = demoCatalogue): LineTerms {
  const line = quoteFor(record, catalogue)?.lines.find((each) => each.kind === kind);
  if (!line) throw new Error(`There is no ${kind}`);
  return termsOfLine(line, catalogue);
}

const withSmart60 = (change: object): Catalogue => ({
  ...demoCatalogue,
  mobileTariffs: demoCatalogue.mobileTariffs.map((tariff) =>
    tariff.code === "SMART60"
      ? { ...tariff, prices: tariff.prices.map((price, at) => (at === 0 ? { ...price, ...change } : price)) }
      : tariff,
  ),
});

const SMART60: CheckoutRecord = { type: "Tariff", tariff: "SMART60", binding: "182400001" };

describe("the terms of a line", () => {
  test("a tariff with an offer: its term, the price within it and after it", () => {
    expect(termsOf(SMART60, "mobileTariff")).toEqual({
      ...NONE,
      minimumTerm: 24,
      promotion: { price: 3990, after: 5990, months: 24 },
    });
  });

  test("an offer can be shorter than the term, and has no known end in a monthly contract", () => {
    expect(termsOf(SMART60, "mobileTariff", withSmart60({ actionMonths: 6 })).promotion?.months).toBe(6);
    const monthly = withSmart60({ binding: "182400002" });
    expect(termsOf({ ...SMART60, binding: "182400002" }, "mobileTariff", monthly).promotion).toEqual({
      price: 3990,
      after: 5990,
      months: null,
    });
  });

  test("a monthly contract, an activation fee on the bill and one that is due now", () => {
    expect(termsOf({ ...SMART60, binding: "182400002" }, "mobileTariff")).toMatchObject({
      minimumTerm: 1,
      promotion: null,
    });
    expect(termsOf({ type: "Tariff", tariff: "SMART30" }, "mobileTariff").activation).toEqual({
      amount: 4900,
      due: "bill",
    });
    const prepaid: Catalogue = {
      ...demoCatalogue,
      mobileTariffs: demoCatalogue.mobileTariffs.map((tariff) =>
        tariff.code === "PREPAID20" ? { ...tariff, activation: { amount: 500, due: "bill" } } : tariff,
      ),
    };
    expect(termsOf({ type: "Tariff", tariff: "PREPAID20" }, "mobileTariff", prepaid)).toEqual({
      ...NONE,
      activation: { amount: 500, due: "now" },
    });
  });

  test("a device: its instalments, the copyright levy and a down payment", () => {
    const record: CheckoutRecord = { ...SMART60, mobile: "SAENTISX" };
    expect(termsOf(record, "device")).toEqual({
      ...NONE,
      instalments: { count: 24, amount: 2250, total: 54_000 },
      levy: 200,
    });
    const devices = demoCatalogue.devices.map((device) => ({ ...device, downPayment: 9900, instalment: 0, ura: 0 }));
    expect(termsOf(record, "device", { ...demoCatalogue, devices })).toEqual({ ...NONE, downPayment: 9900 });
  });

  test("TV: a term of 21 months and the package's duration; prepaid has a duration alone", () => {
    expect(termsOf({ type: "TV Tariff", tv_tariff: "TVM", tv_duration: 12 }, "tVTariff")).toEqual({
      ...NONE,
      minimumTerm: 21,
      duration: 12,
      later: { months: 12, price: 2290 },
    });
    expect(termsOf({ type: "TV Tariff", tv_tariff: "277" }, "tVTariff")).toEqual({ ...NONE, duration: 12 });
  });

  test("other lines have no terms of their own", () => {
    expect(termsOf({ ...SMART60, bundles: ["EU10"] }, "bundle")).toEqual(NONE);
  });
});

test("only the premium of an exempt insurance is without VAT", () => {
  const exempt = { ...demoCatalogue, insuranceVatExempt: true };
  const on = (catalogue: Catalogue) => ({ catalogue, law: LAW, day: "2026-11-22" });
  const insurance = { kind: "other", code: "insurance" } as const;
  expect(vatPercentOf(insurance, on(exempt))).toBe(0);
  expect(vatPercentOf(insurance, on(demoCatalogue))).toBe(8.1);
  expect(vatPercentOf({ kind: "other", code: "postBill" }, on(exempt))).toBe(8.1);
  expect(vatPercentOf({ kind: "bundle", code: "insurance" }, on(exempt))).toBe(8.1);
});
