import { createTranslator } from "use-intl/core";
import { describe, expect, test } from "vitest";
import checkout from "#locales/de/checkout.json" with { type: "json" };
import common from "#locales/de/common.json" with { type: "json" };
import { rowsOf } from "./rows.ts";

type Answer = Parameters<typeof rowsOf>[0];
const t = createTranslator({ locale: "de", messages: { checkout, common } }) as unknown as Parameters<typeof rowsOf>[1];
const rowOf = (item: object) => rowsOf({ items: [item], limit: 0, chosenTv: null } as Answer, t)[0];

const TV = { code: "TVM", name: "TV M", billing: 22.9, oneTime: 0, total: 0, binding: 21, tvDuration: 12 };
const MOBILE = { code: "S", name: "SMART", billing: 24.9, oneTime: 0, total: 0, postpaid: true, binding: 24 };

describe("TV", () => {
  test("has its duration and, separately, the minimum term", () => {
    expect(rowOf({ tVTariff: { ...TV, postpaid: true } })?.notes).toEqual(["12 Monate", "Mindestlaufzeit 21 Monate"]);
  });
  test("that binds longer than its price holds has the price afterwards", () => {
    expect(rowOf({ tVTariff: { ...TV, postpaid: true, later: { months: 12, billing: 24.9 } } })?.notes).toEqual([
      "12 Monate, danach CHF\u00a024.90",
      "Mindestlaufzeit 21 Monate",
    ]);
  });
  test("that is paid in advance has no minimum term beyond that", () => {
    expect(rowOf({ tVTariff: { ...TV, billing: 0, total: 168, postpaid: false } })?.notes).toEqual(["12 Monate"]);
  });
});

describe("an activation fee", () => {
  test("on the first bill has its own note with the due date, and is in no other amount", () => {
    const row = rowOf({ mobileTariff: { ...MOBILE, oneTime: 49, activationOneTimePriceOnBilling: 49 } });
    expect(row).toMatchObject({
      price: "CHF\u00a024.90",
      notes: ["24 Monate", "Aktivierung CHF\u00a049.–, auf der ersten Rechnung"],
    });
  });
  test("due now, of a tariff on account and of a prepaid one", () => {
    const fee = { activationOneTimePriceNow: 49 };
    const note = "Aktivierung CHF\u00a049.–, jetzt zu bezahlen";
    expect(rowOf({ mobileTariff: { ...MOBILE, ...fee, total: 49 } })).toMatchObject({ notes: ["24 Monate", note] });
    const prepaid = { ...MOBILE, ...fee, postpaid: false, binding: 1, billing: 0, total: 68.9 };
    expect(rowOf({ mobileTariff: prepaid })).toMatchObject({ price: "CHF\u00a019.90", notes: [note] });
  });
  test("leaves the other one-time costs", () => {
    const row = rowOf({ mobileTariff: { ...MOBILE, oneTime: 59.3, activationOneTimePriceOnBilling: 49 } });
    expect(row?.notes).toEqual([
      "24 Monate",
      "einmalig CHF\u00a010.30",
      "Aktivierung CHF\u00a049.–, auf der ersten Rechnung",
    ]);
  });
});

test("the amount due now is on the bill for a business customer, in the words of the confirmation", () => {
  const rowsFor = (item: object) => rowsOf({ items: [item], limit: 0, chosenTv: null } as Answer, t, true)[0]?.notes;
  expect(rowsFor({ device: { code: "D", name: "D", billing: 22.5, oneTime: 0, total: 99 } })).toEqual([
    "CHF\u00a099.– auf Rechnung",
  ]);
  expect(rowsFor({ mobileTariff: { ...MOBILE, total: 49, activationOneTimePriceNow: 49 } })).toEqual([
    "24 Monate",
    "Aktivierung CHF\u00a049.–, auf der ersten Rechnung",
  ]);
});

describe("a promotion", () => {
  const promoted = (months: number | null) =>
    rowOf({ mobileTariff: { ...MOBILE, oldPrice: 39.9, promotion: { after: 39.9, months } } })?.notes;
  test("states the price afterwards", () => expect(promoted(24)).toEqual(["24 Monate, danach CHF\u00a039.90"]));
  test("that ends before the term states both", () => {
    expect(promoted(6)).toEqual(["24 Monate · 6 Monate, danach CHF\u00a039.90"]);
  });
  test("without a fixed end has the regular price", () => {
    expect(promoted(null)).toEqual(["24 Monate · statt CHF\u00a039.90"]);
  });
});

test("a device has its instalments with their total", () => {
  const device = { code: "D", name: "D", billing: 22.5, oneTime: 2, total: 0, instalments: { count: 24, total: 540 } };
  expect(rowOf({ device })?.notes).toEqual([
    "24 Raten, zusammen CHF\u00a0540.–",
    "Urheberrechtsabgabe CHF\u00a02.–, auf der ersten Rechnung",
  ]);
});

describe("a reduction", () => {
  const row = (item: object) =>
    rowsOf({ items: [{ mobileTariff: MOBILE }, { other: item }], limit: 0, chosenTv: null } as Answer, t)[1];
  const reduction = { code: "reduction", name: "Gutschein", billing: 0, oneTime: 0, total: 0 };
  test("of the bill says for how long", () => {
    expect(row({ ...reduction, billing: -5, reduction: { months: 6 } })).toMatchObject({
      name: "Gutschein",
      price: "CHF\u00a0−5.–",
      notes: ["6 Monate"],
    });
    expect(row({ ...reduction, billing: -5 })?.notes).toEqual([]);
  });
  test("that is once says of what", () => {
    expect(row({ ...reduction, oneTime: -10 })).toMatchObject({ price: "CHF\u00a0−10.–", notes: ["Einmalig"] });
    expect(row({ ...reduction, total: -10 })?.notes).toEqual(["Jetzt zu bezahlen"]);
  });
});
