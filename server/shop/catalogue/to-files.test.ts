import fc from "fast-check";
import { expect, test } from "vitest";
import { demoCatalogue } from "../../../test/support/demo-catalogue.ts";
import { checkContents } from "./problems.ts";
import { CATALOGUE_FILES } from "./file-schema.ts";
import { filesOf } from "./files.ts";

test("the files of a catalogue are read as the same catalogue", () => {
  const checked = checkContents(filesOf(demoCatalogue));
  expect(checked).toEqual({ ok: true, catalogue: demoCatalogue });
});

test("a tariff without P.O. box delivery is stored as before the field existed", () => {
  const contents = structuredClone(filesOf(demoCatalogue)) as Record<string, Record<string, { poBox?: boolean }[]>>;
  for (const entry of contents["mobile-tariffs.json"]?.["mobileTariffs"] ?? []) entry.poBox = false;
  const checked = checkContents(contents);
  expect(JSON.stringify(checked.ok && checked.catalogue.mobileTariffs)).not.toContain("poBox");
});

test("the same with periods, a deposit, and any amounts", () => {
  const amount = fc.nat(10_000_000);
  fc.assert(
    fc.property(amount, amount, amount, fc.option(amount), (price, deposit, fee, monthly) => {
      const [first, ...others] = demoCatalogue.mobileTariffs;
      if (!first) return;
      const periods = [{ from: "2026-12-01", until: null, price, oldPrice: fee, actionMonths: 3 }];
      const prices = first.prices.map((each) => ({ ...each, price, periods }));
      const catalogue = {
        ...demoCatalogue,
        mobileTariffs: [{ ...first, prices }, ...others],
        bundles: demoCatalogue.bundles.map((bundle) => ({ ...bundle, monthly })),
        postBillFee: fee,
        refusal: { alternatives: ["prepaid" as const], deposit },
      };
      expect(checkContents(filesOf(catalogue))).toEqual({ ok: true, catalogue });
    }),
    { numRuns: 100 },
  );
});

test("all mistakes are reported with their location, kind and values", () => {
  const contents = structuredClone(filesOf(demoCatalogue)) as Record<
    string,
    Record<string, { [key: string]: unknown }[]>
  >;
  const [tariff] = contents["mobile-tariffs.json"]?.["mobileTariffs"] ?? [];
  const [device] = contents["devices.json"]?.["devices"] ?? [];
  if (!tariff || !device) throw new Error("the demo has both");
  tariff["name"] = "";
  tariff["kind"] = "monthly";
  tariff["prices"] = [{ binding: "182400001", price: 24.999 }];
  device["ura"] = "2";
  device["instalments"] = 61;
  delete device["art"];
  device["colour"] = "red";
  const checked = checkContents(contents);
  expect(checked.ok ? [] : checked.problems.map(({ path, kind, values }) => [path.join("."), kind, values])).toEqual([
    ["mobileTariffs.0.name", "emptyText", {}],
    ["mobileTariffs.0.kind", "notOneOf", {}],
    ["mobileTariffs.0.prices.0.price", "decimals", {}],
    ["devices.0.instalments", "tooLarge", { limit: 60 }],
    ["devices.0.ura", "notNumber", {}],
    ["devices.0.art", "missing", {}],
    ["devices.0.colour", "unknownField", { field: '"colour"' }],
  ]);
  expect(checkContents({})).toEqual({ ok: false, problems: [] });
  expect(CATALOGUE_FILES).toHaveLength(5);
});
