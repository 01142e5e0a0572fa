import { describe, expect, test } from "vitest";
import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { catalogueMistakes } from "#server/shop/catalogue/catalogue-check.ts";
import { demoCatalogue, demoWith, demoWithout } from "../support/demo-catalogue.ts";

const monthlyOnly = [{ binding: "182400002", price: 2990, oldPrice: null }] as const;
const placesOf = (catalogue: Catalogue) =>
  catalogueMistakes(catalogue).map(({ list, index, code, field }) => [list, index, code, ...field]);

describe("contradictions in a catalogue", () => {
  test("the demo has none", () => expect(catalogueMistakes(demoCatalogue)).toEqual([]));

  test("are found in the valid lists if others are not valid", () => {
    const { tvTariffs: _tv, ...valid } = demoWith("bundles", "EU10", { code: "SMART30" });
    expect(catalogueMistakes(valid).map(({ kind }) => kind)).toEqual(["codeTwice"]);
    const { mobileTariffs: _mobile, ...others } = demoWithout("boxes", "STB2");
    expect(catalogueMistakes(others).map(({ kind }) => kind)).toEqual(["boxMissing"]);
    expect(catalogueMistakes({})).toEqual([]);
  });

  test("a code is used twice, in one list or in two", () => {
    expect(catalogueMistakes(demoWith("bundles", "EU10", { code: "SMART30" }))).toEqual([
      {
        list: "bundles",
        index: 0,
        code: "SMART30",
        field: ["code"],
        kind: "codeTwice",
        problem: "this code is used twice",
        fix: "Give it a unique code.",
      },
    ]);
    expect(placesOf(demoWith("bundles", "EU10", { code: "BALKAN5" }))).toEqual([["bundles", 1, "BALKAN5", "code"]]);
  });

  test("a TV bonus names a tariff that is not sold", () => {
    const mistake = {
      list: "mobileTariffs",
      index: 1,
      code: "SMART60",
      kind: "bonusUnknown",
      values: { tvTariff: "TVM" },
      problem: "its TV bonus names TVM, which is not a TV tariff",
      fix: "Use a code from tv-tariffs.json.",
    };
    expect(catalogueMistakes(demoWithout("tvTariffs", "TVM"))).toEqual([
      { ...mistake, field: ["bonusTv", 4, "tvTariff"] },
      { ...mistake, field: ["bonusTv", 5, "tvTariff"] },
    ]);
  });

  test("a TV bonus names a duration that is not sold", () => {
    expect(catalogueMistakes(demoWith("tvTariffs", "TVM", { prices: [{ duration: 24, price: 1990 }] }))).toEqual([
      {
        list: "mobileTariffs",
        index: 1,
        code: "SMART60",
        field: ["bonusTv", 5, "duration"],
        kind: "bonusDuration",
        values: { tvTariff: "TVM", duration: 12 },
        problem: "its TV bonus names TVM for 12 months, which is not sold",
        fix: "Use a duration of TVM.",
      },
    ]);
  });

  test("a device is sold with a tariff that does not exist", () => {
    expect(catalogueMistakes(demoWith("devices", "AARE5", { defaultTariff: "TVS" }))).toEqual([
      {
        list: "devices",
        index: 2,
        code: "AARE5",
        field: ["defaultTariff"],
        kind: "tariffUnknown",
        values: { tariff: "TVS" },
        problem: "its tariff TVS is not a mobile tariff",
        fix: "Use a code from mobile-tariffs.json.",
      },
    ]);
  });

  test.each([
    ["has no price for 24 months", { prices: monthlyOnly }],
    ["is sold without a device", { kind: "simOnly" }],
  ] as const)("a device is sold with a tariff that %s", (_what, change) => {
    const mistake = {
      list: "devices",
      field: ["defaultTariff"],
      kind: "tariffNotLong",
      values: { tariff: "SMART30" },
      problem: "its tariff SMART30 is not sold postpaid for 24 months",
      fix: "Use a tariff with a price for binding 182400001.",
    };
    expect(catalogueMistakes(demoWith("mobileTariffs", "SMART30", change))).toEqual([
      { ...mistake, index: 3, code: "PIZLITE" },
      { ...mistake, index: 4, code: "EDELWEISS3" },
    ]);
  });

  test("a set-top box is missing", () => {
    expect(catalogueMistakes(demoWithout("boxes", "STB2"))).toEqual([
      {
        list: "boxes",
        index: null,
        code: "STB2",
        field: [],
        kind: "boxMissing",
        problem: "this set-top box is missing",
        fix: "Add it to the boxes.",
      },
    ]);
  });
});
