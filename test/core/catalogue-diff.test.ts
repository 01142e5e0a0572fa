import { describe, expect, test } from "vitest";
import { catalogueChanges } from "#core/catalogue/catalogue-diff.ts";
import { amountChanges } from "#server/shop/catalogue/preview.ts";
import { demoCatalogue, demoWith, demoWithout } from "../support/demo-catalogue.ts";

const amounts = Object.entries(demoCatalogue).filter(
  (entry): entry is [string, number] => typeof entry[1] === "number",
);

test.each(amounts)("a changed %s is listed with its old and new amount", (field, amount) => {
  const changed = { ...demoCatalogue, [field]: amount + 100 };
  expect(catalogueChanges(demoCatalogue, changed)).toEqual([
    {
      kind: "changed",
      what: "fees",
      code: "",
      name: "",
      fields: [{ field, old: expect.stringMatching(/^CHF /), new: expect.stringMatching(/^CHF /) }],
    },
  ]);
});

test("the same catalogue has no changes", () => {
  expect(catalogueChanges(demoCatalogue, structuredClone(demoCatalogue))).toEqual([]);
});

describe("a first catalogue", () => {
  const changes = catalogueChanges(null, demoCatalogue);

  test("lists all entries as added, in the order of the catalogue, then the fees", () => {
    const { mobileTariffs, tvTariffs, devices, bundles, boxes } = demoCatalogue;
    const named = [
      ...mobileTariffs.map(({ code }) => ["mobile tariff", code]),
      ...tvTariffs.map(({ code }) => ["TV tariff", code]),
      ...devices.map(({ code }) => ["device", code]),
      ...bundles.map(({ code }) => ["bundle", code]),
      ...boxes.map(({ code }) => ["set-top box", code]),
      ["fees", ""],
    ];
    expect(changes.map(({ what, code }) => [what, code])).toEqual(named);
    expect(new Set(changes.map(({ kind }) => kind))).toEqual(new Set(["added"]));
  });

  test("lists every fee", () => {
    const fees = changes.find(({ what }) => what === "fees");
    expect(fees?.fields.map(({ field }) => field)).toEqual([
      "insurance",
      "insurer.excess",
      "postBillFee",
      "refusal.deposit",
    ]);
  });
});

describe("an entry", () => {
  const bundle = { what: "bundle", code: "EU10", name: "Europe travel pack" };

  test("that is new or removed is listed with its amounts only, and its English name", () => {
    const without = demoWithout("bundles", "EU10");
    expect(catalogueChanges(without, demoCatalogue)).toEqual([
      {
        kind: "added",
        ...bundle,
        fields: [
          { field: "monthly", old: null, new: "CHF 9.–" },
          { field: "oneTime", old: null, new: "CHF 0.–" },
        ],
      },
    ]);
    expect(catalogueChanges(demoCatalogue, without)).toEqual([
      {
        kind: "removed",
        ...bundle,
        fields: [
          { field: "monthly", old: "CHF 9.–", new: null },
          { field: "oneTime", old: "CHF 0.–", new: null },
        ],
      },
    ]);
  });

  test("that is new is listed even without an amount", () => {
    const free = demoWith("mobileTariffs", "PREPAID0", { prices: [] });
    expect(catalogueChanges(demoWithout("mobileTariffs", "PREPAID0"), free)).toEqual([
      { kind: "added", what: "mobile tariff", code: "PREPAID0", name: "Prepaid Start", fields: [] },
    ]);
  });

  test("with another code is a new one and a removed one, which comes last", () => {
    const changes = catalogueChanges(demoWithout("boxes", "STB2"), demoWithout("boxes", "STB1"));
    expect(changes.map(({ kind, code }) => [kind, code])).toEqual([
      ["added", "STB2"],
      ["removed", "STB1"],
    ]);
  });

  const prices = demoCatalogue.mobileTariffs[0]?.prices ?? [];
  const fieldsAfter = (changed: typeof demoCatalogue) =>
    catalogueChanges(demoCatalogue, changed).flatMap(({ kind, fields }) => fields.map((field) => ({ kind, ...field })));

  test("with a new price is compared by binding, not by the order of its prices", () => {
    const reversed = demoWith("mobileTariffs", "SMART30", { prices: prices.toReversed() });
    expect(catalogueChanges(demoCatalogue, reversed)).toEqual([]);
    const dearer = prices.map((price, index) => (index === 0 ? { ...price, price: 2590, oldPrice: 2990 } : price));
    expect(fieldsAfter(demoWith("mobileTariffs", "SMART30", { prices: dearer.toReversed() }))).toEqual([
      { kind: "changed", field: "prices.182400001.price", old: "CHF 24.90", new: "CHF 25.90" },
      { kind: "changed", field: "prices.182400001.oldPrice", old: "none", new: "CHF 29.90" },
    ]);
  });

  test("with a TV bonus is compared by tariff and duration, in EUR", () => {
    const bonusTv = [{ tvTariff: "TVS", duration: 3, priceEur: 1700 } as const];
    const fields = fieldsAfter(demoWith("mobileTariffs", "SMART60", { bonusTv }));
    expect(fields).toContainEqual({
      kind: "changed",
      field: "bonusTv.TVS/3.priceEur",
      old: "EUR 16.90",
      new: "EUR 17.–",
    });
    expect(fields).toContainEqual({ kind: "changed", field: "bonusTv.TVM/24.priceEur", old: "EUR 19.90", new: null });
    expect(fields.map(({ field }) => field)).not.toContain("bonusTv.TVS/3.duration");
  });

  test.each([
    ["an amount of pieces", demoWith("devices", "AARE5", { stock: null }), { field: "stock", old: "25", new: "none" }],
    ["a text", demoWith("devices", "AARE5", { art: "red" }), { field: "art", old: "amber", new: "red" }],
    [
      "a yes or no",
      demoWith("tvTariffs", "TVS", { postpaid: false }),
      { field: "postpaid", old: "true", new: "false" },
    ],
    [
      "an element of a list",
      demoWith("tvTariffs", "277", { includedBoxes: [] }),
      { field: "includedBoxes.0", old: "STB1", new: null },
    ],
    [
      "a detail",
      demoWith("tvTariffs", "TVS", {
        features: demoCatalogue.tvTariffs[0]?.features.map((feature) => ({ ...feature, icon: "clock" as const })) ?? [],
      }),
      { field: "features.0.icon", old: demoCatalogue.tvTariffs[0]?.features[0]?.icon, new: "clock" },
    ],
  ])("with %s changed is listed with old and new", (_what, changed, field) => {
    expect(fieldsAfter(changed)).toContainEqual({ kind: "changed", ...field });
  });

  test("is identified by its code, which is not one of its fields", () => {
    const { code, ...named } =
      catalogueChanges(demoCatalogue, demoWith("devices", "AARE5", { name: "Aare 5 Pro" }))[0] ?? {};
    expect(code).toBe("AARE5");
    expect(named).toEqual({
      kind: "changed",
      what: "device",
      name: "Aare 5 Pro",
      fields: [{ field: "name", old: "Aare 5", new: "Aare 5 Pro" }],
    });
  });
});

test("what is prepaid has no monthly price among the changed amounts, only what is due now", () => {
  const mobileTariffs = demoCatalogue.mobileTariffs.map((tariff) =>
    tariff.code === "PREPAID20"
      ? { ...tariff, prices: tariff.prices.map((each) => ({ ...each, price: 2500 })) }
      : tariff,
  );
  const changed = amountChanges(demoCatalogue, { ...demoCatalogue, mobileTariffs });
  expect(changed.map(({ code, amount, old, new: next }) => [code, amount, old, next])).toEqual([
    ["PREPAID20", "priceNow", 20, 25],
  ]);
});
