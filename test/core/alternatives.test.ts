import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allowedAlternatives, alternativesIn, alternativesTo } from "#server/sale/checkout/alternatives.ts";
import { ALTERNATIVES } from "#core/catalogue/codes.ts";
import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { termsOfLine } from "#core/price/contract-terms.ts";
import { priceRecord, quoteFor } from "#core/price/pricing.ts";
import { readRecord, type CheckoutRecord } from "#core/checkout-record/record.ts";
import { vatPercentOf } from "#core/price/vat.ts";
import { demoCatalogue } from "../support/demo-catalogue.ts";
import { LAW } from "../support/law.ts";

const DEVICE: CheckoutRecord = { type: "Device", tariff: "SMART60", mobile: "SAENTISX" };
const PLAIN: CheckoutRecord = { type: "Tariff", tariff: "SMART30" };
const offers = (record: CheckoutRecord, allowed = ALTERNATIVES as readonly (typeof ALTERNATIVES)[number][]) =>
  alternativesTo(record, demoCatalogue, allowed);
const checkedOf = (record: CheckoutRecord) => {
  const read = readRecord(record, demoCatalogue);
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return read.checked;
};
const kinds = (record: CheckoutRecord) => alternativesIn(checkedOf(record), demoCatalogue);

describe("a shopper who is refused credit can buy", () => {
  test("a prepaid tariff, one without a device, the device at once, or with a deposit", () => {
    expect(offers(DEVICE).map(({ kind }) => kind)).toEqual(["prepaid", "simOnly", "deviceInFull", "deposit"]);
    expect(offers(PLAIN).map(({ kind }) => kind)).toEqual(["prepaid", "simOnly", "deposit"]);
  });

  test("the operator's alternatives, in this order", () => {
    expect(offers(DEVICE, ["deposit", "prepaid"]).map(({ kind }) => kind)).toEqual(["deposit", "prepaid"]);
    expect(allowedAlternatives(demoCatalogue, null)).toEqual(ALTERNATIVES);
    expect(allowedAlternatives(demoCatalogue, ["deposit", "prepaid"])).toEqual(["prepaid", "deposit"]);
    const { refusal: _none, ...without } = demoCatalogue;
    expect(allowedAlternatives(without, ALTERNATIVES)).toEqual([]);
  });

  test("the tariff with the nearest price, after any promotion", () => {
    const prices = (kind: string) =>
      demoCatalogue.mobileTariffs
        .filter((tariff) => tariff.kind === kind)
        .map(({ code, prices: [first] }) => [code, first?.oldPrice ?? first?.price ?? 0] as const);
    for (const { code, prices: own } of demoCatalogue.mobileTariffs.filter(({ kind }) => kind === "postpaid")) {
      const price = own[0]?.oldPrice ?? own[0]?.price ?? 0;
      const found = offers({ type: "Tariff", tariff: code }, ["prepaid"])[0]?.record.tariff;
      const away = (each: number) => Math.abs(each - price);
      const least = Math.min(...prices("prepaid").map(([, each]) => away(each)));
      expect(
        prices("prepaid")
          .filter(([, each]) => away(each) === least)
          .map(([each]) => each),
      ).toContain(found);
    }
  });

  test("the same add-ons, if the other tariff has them", () => {
    expect(offers({ ...PLAIN, bundles: ["EU10"] }, ["simOnly"])[0]?.record.bundles).toEqual(["EU10"]);
    expect(offers({ ...PLAIN, bonus: false, limit: 100 }, ["prepaid"])[0]?.record).not.toHaveProperty("limit");
  });

  test("no alternative for television, and none that is already chosen", () => {
    expect(offers({ type: "TV Tariff", tv_tariff: "TVM" })).toEqual([]);
    expect(offers({ ...DEVICE, deviceInFull: true, deposit: true }).map(({ kind }) => kind)).toEqual([
      "prepaid",
      "simOnly",
    ]);
  });

  test("only products that the catalogue sells unchanged: the offer is of its kind, and has a price", () => {
    const records = demoCatalogue.mobileTariffs.flatMap(({ code }) => [
      { type: "Tariff", tariff: code } as const,
      ...demoCatalogue.devices.map((device) => ({ type: "Device", tariff: code, mobile: device.code }) as const),
    ]);
    fc.assert(
      fc.property(fc.constantFrom(...records), fc.subarray([...ALTERNATIVES]), (record, allowed) => {
        for (const { kind, record: instead } of alternativesTo(record, demoCatalogue, allowed)) {
          expect(allowed).toContain(kind);
          expect(kinds(instead)).toContain(kind);
          expect(quoteFor(instead, demoCatalogue)).not.toBeNull();
        }
      }),
    );
  });
});

describe("a device that is paid at once", () => {
  const device = demoCatalogue.devices.find(({ code }) => code === "SAENTISX");

  test("costs its down payment and all instalments now, and nothing a month", () => {
    const usual = priceRecord(checkedOf(DEVICE), demoCatalogue);
    const full = priceRecord(checkedOf({ ...DEVICE, deviceInFull: true }), demoCatalogue);
    const price = (device?.downPayment ?? 0) + (device?.instalment ?? 0) * (device?.instalments ?? 0);
    expect(full.dueNow - usual.dueNow).toBe(price - (device?.downPayment ?? 0));
    expect(usual.monthly - full.monthly).toBe(device?.instalment);
    expect(full.firstBill).toBe(usual.firstBill);
    const line = full.lines.find(({ kind }) => kind === "device");
    expect(line && termsOfLine(line, demoCatalogue)).toMatchObject({
      instalments: null,
      downPayment: null,
      paidInFull: price,
    });
  });

  test("needs a device", () => {
    expect(readRecord({ ...PLAIN, deviceInFull: true }, demoCatalogue)).toEqual({
      ok: false,
      errors: { deviceInFull: "notTogether" },
    });
  });
});

describe("a deposit", () => {
  test("is a line that is due now, without VAT", () => {
    const quote = priceRecord(checkedOf({ ...PLAIN, deposit: true }), demoCatalogue);
    const line = quote.lines.at(-1);
    expect(line).toEqual({ kind: "other", code: "deposit", monthly: 0, firstBill: 0, dueNow: 20_000 });
    expect(line && vatPercentOf(line, { catalogue: demoCatalogue, law: LAW, day: "2026-11-23" })).toBe(0);
    expect(line && termsOfLine(line, demoCatalogue).deposit).toBe(20_000);
  });

  test.each([
    ["prepaid", { type: "Tariff", tariff: "PREPAID20", deposit: true }, demoCatalogue, "notTogether"],
    [
      "a catalogue without one",
      { ...PLAIN, deposit: true },
      { ...demoCatalogue, refusal: { alternatives: [], deposit: null } },
      "unknown",
    ],
  ] as const)("is not combined with %s", (_, record, catalogue, mistake) => {
    expect(readRecord(record, catalogue as Catalogue)).toEqual({ ok: false, errors: { deposit: mistake } });
  });
});

test("a record is of every kind whose conditions it meets", () => {
  expect(kinds(PLAIN)).toEqual([]);
  expect(kinds({ ...DEVICE, deviceInFull: true, deposit: true })).toEqual(["deviceInFull", "deposit"]);
  expect(kinds({ type: "Tariff", tariff: "PREPAID20" })).toEqual(["prepaid"]);
  expect(alternativesIn(null, demoCatalogue)).toEqual([]);
});
