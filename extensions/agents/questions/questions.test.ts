import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as v from "valibot";
import type { Bundle, Catalogue } from "#core/catalogue/catalogue.ts";
import { LOCALES } from "#core/text/locale.ts";
import { quoteFor } from "#core/price/pricing.ts";
import { totalOver } from "#core/price/contract-terms.ts";
import { demoCatalogue, demoWith } from "#test/support/demo-catalogue.ts";
import type { Answer } from "../answer.ts";
import { goodsOf, variantWith } from "../catalogue/goods.ts";
import type { Window } from "../catalogue/product.ts";
import { bundleCoverage } from "./bundle-coverage.ts";
import { compareTariffs } from "./compare-tariffs.ts";
import { CompareRequest } from "./requests.ts";
import { coveringBundles, mobileBundles } from "./roaming.ts";
import { tariffOptions } from "./tariff-options.ts";
import { transferRequirements } from "./transfer-requirements.ts";

const windowOf = (catalogue: Catalogue = demoCatalogue, locale: Window["locale"] = "en"): Window => ({
  catalogue,
  stock: new Map([["AARE5", 0]]),
  today: { year: 2026, month: 11, day: 27 },
  sellsEsims: true,
  publicUrl: "https://shop.example.ch",
  locale,
});

type Row = {
  readonly variant: string;
  readonly fits: string;
  readonly total: number;
  readonly highest_monthly: number;
  readonly available: boolean;
  readonly kind: string;
  readonly reasons: readonly { about: string; fits: string; content: string }[];
  readonly bundles: readonly { code: string; name: string }[];
  readonly prices: { readonly due_now: number; readonly monthly: number };
};
function bodyOf<Body = Record<string, unknown>>(answer: Answer): Body {
  if (answer.kind !== "success") throw new Error(JSON.stringify(answer));
  return answer.body as Body;
}
const compare = (use: CompareRequest, window = windowOf()) =>
  bodyOf<{ tariffs: readonly Row[]; abroad_data_gb?: number; months: number }>(compareTariffs(use, window));
const rowOf = (rows: readonly Row[], variant: string) => {
  const row = rows.find((each) => each.variant === variant);
  if (!row) throw new Error(`${variant} is not compared`);
  return row;
};

describe("tariffs for a use", () => {
  test("10 GB, and 3 days in France a month: the cheapest that fit come first, with what they need abroad", () => {
    const { tariffs, abroad_data_gb: abroad } = compare({ data_gb: 10, abroad: { countries: ["FR"], days: 3 } });
    expect(abroad).toBe(1);
    const [first] = tariffs;
    expect(first).toMatchObject({ variant: "mobile:SIMONLY20:182400002", fits: "yes", bundles: [{ code: "EU10" }] });
    // 24 months of 19.90 and 9.–.
    expect(first?.total).toBe(24 * (1990 + 900));
    expect(first?.reasons.map(({ content }) => content)).toEqual([
      "20 GB a month in Switzerland.",
      "Enough data with Europe travel pack: France.",
    ]);
    expect(rowOf(tariffs, "mobile:SMART60:182400001").bundles).toEqual([]);
    expect(rowOf(tariffs, "mobile:PREPAID10:182400002").fits).toBe("no");
  });

  test("a use that needs more abroad than the tariff has gets the add-on to it, and several countries several", () => {
    const { tariffs } = compare({ abroad: { countries: ["FR", "RS"], data_gb: 5 } });
    const codes = (variant: string) => rowOf(tariffs, variant).bundles.map(({ code }) => code);
    expect(codes("mobile:SMART60:182400001")).toEqual(["BALKAN5"]);
    expect(codes("mobile:SMART30:182400001")).toEqual(["EU10", "BALKAN5"]);
    const more = compare({ abroad: { countries: ["FR"], data_gb: 15 } }).tariffs;
    expect(rowOf(more, "mobile:SMART60:182400001").bundles).toMatchObject([{ code: "EU10" }]);
    expect(rowOf(more, "mobile:SMART30:182400001")).toMatchObject({ fits: "no", bundles: [] });
    expect(compare({ abroad: { countries: ["US"] } }).tariffs.every(({ fits }) => fits === "no")).toBe(true);
    expect(compare({ abroad: { countries: ["CH"] } }).tariffs.every(({ fits }) => fits === "yes")).toBe(true);
  });

  test("contracts that bind longer do not fit, nor bills above the wish", () => {
    const { tariffs } = compare({ months: 12, max_monthly: 3000 });
    expect(rowOf(tariffs, "mobile:SMART30:182400001")).toMatchObject({ fits: "no" });
    expect(rowOf(tariffs, "mobile:SMART30:182400002")).toMatchObject({ fits: "yes", highest_monthly: 2990 });
    expect(rowOf(tariffs, "mobile:SMART60:182400002")).toMatchObject({ fits: "no" });
    // After the promotion, the bill is higher.
    expect(rowOf(compare({ months: 24 }).tariffs, "mobile:SMART60:182400001").highest_monthly).toBe(3990);
    expect(rowOf(compare({ months: 25 }).tariffs, "mobile:SMART60:182400001").highest_monthly).toBe(5990);
  });

  test("how much is needed abroad is not assumed: nobody is told that it is enough", () => {
    for (const use of [
      { data_gb: "unlimited", abroad: { countries: ["FR"], days: 31 } },
      { data_gb: 5, abroad: { countries: ["FR"] } },
      { abroad: { countries: ["FR"], days: 31 } },
    ] as const) {
      const { tariffs, abroad_data_gb: abroad } = compare({ ...use, abroad: { ...use.abroad, countries: ["FR"] } });
      expect(abroad).toBeUndefined();
      expect(tariffs.some(({ fits }) => fits === "yes")).toBe(false);
      expect(JSON.stringify(tariffs)).not.toContain("Enough data");
    }
  });

  test("prepaid is paid every month, but its one-time amounts once", () => {
    const bundle = demoCatalogue.bundles.find(({ code }) => code === "EU10");
    const catalogue = demoWith("bundles", "EU10", { ...bundle, oneTime: 500 });
    const { tariffs } = compare({ kind: "prepaid", abroad: { countries: ["FR"] }, months: 3 }, windowOf(catalogue));
    expect(tariffs.every(({ kind }) => kind === "prepaid")).toBe(true);
    expect(rowOf(tariffs, "mobile:PREPAID20:182400002").total).toBe(3 * (2000 + 900) + 500);
    expect(rowOf(tariffs, "mobile:PREPAID20:182400002").highest_monthly).toBe(2900);
  });

  test("with a device, it is in every total, and says if it is sold out", () => {
    const { tariffs } = compare({ device: "AARE5" });
    expect(tariffs.length).toBeGreaterThan(0);
    for (const { variant, available } of tariffs) {
      expect(variant).toMatch(/:AARE5$/);
      expect(available).toBe(false);
    }
    for (const question of [{ device: "NOTHING" }, { device: "AARE5", kind: "prepaid" }] as const)
      expect(compareTariffs(question, windowOf())).toMatchObject({ kind: "error", messages: [{ code: "not_found" }] });
  });

  test("what the catalogue does not say is not known, and comes after what fits", () => {
    const silent = demoWith("mobileTariffs", "SIMONLY20", { allowance: undefined });
    const { tariffs } = compare({ data_gb: 1, minutes: 10 }, windowOf(silent));
    expect(rowOf(tariffs, "mobile:SIMONLY20:182400002")).toMatchObject({ fits: "unknown" });
    const order = tariffs.map(({ fits }) => fits);
    expect(order).toEqual(
      order.toSorted((one, other) => ["yes", "unknown", "no"].indexOf(one) - ["yes", "unknown", "no"].indexOf(other)),
    );
    const bundle = demoWith("bundles", "TWIN", { allowance: undefined });
    const abroad = compare({ abroad: { countries: ["US"] } }, windowOf(bundle)).tariffs;
    expect(abroad.every(({ fits }) => fits === "unknown")).toBe(true);
    const zone = demoWith("bundles", "TWIN", { allowance: { abroad: [{ countries: ["US"], minutes: 10 }] } });
    expect(compare({ abroad: { countries: ["US"] } }, windowOf(zone)).tariffs[0]?.fits).toBe("unknown");
  });

  const volume = fc.oneof(fc.nat(50), fc.constant("unlimited" as const));
  const use = fc.record(
    {
      data_gb: volume,
      minutes: volume,
      abroad: fc.record(
        {
          countries: fc.array(fc.constantFrom("FR", "DE", "RS", "BA", "US", "CH"), { minLength: 1, maxLength: 4 }),
          days: fc.integer({ min: 1, max: 31 }),
          data_gb: volume,
        },
        { requiredKeys: ["countries"] },
      ),
      device: fc.constantFrom("AARE5"),
      kind: fc.constantFrom("postpaid" as const, "prepaid" as const),
      max_monthly: fc.nat(10_000),
      months: fc.integer({ min: 1, max: 36 }),
    },
    { requiredKeys: [] },
  );

  test("whatever is wanted, totals are those of the shop's own prices, in order, in every language", () => {
    fc.assert(
      fc.property(use, fc.constantFrom(...LOCALES), (wanted, locale) => {
        const request = v.parse(CompareRequest, wanted);
        // Devices are sold with postpaid tariffs only.
        fc.pre(request.device === undefined || request.kind !== "prepaid");
        const { tariffs, months } = compare(request, windowOf(demoCatalogue, locale));
        for (const { variant, bundles, total, kind, reasons, fits, prices } of tariffs) {
          const found = variantWith(variant, goodsOf(demoCatalogue));
          const record = { ...found?.variant.record, bundles: bundles.map(({ code }) => code) };
          const quote = quoteFor(record as Parameters<typeof quoteFor>[0], demoCatalogue);
          expect(prices).toMatchObject({ due_now: quote?.dueNow, monthly: quote?.monthly });
          if (quote && kind !== "prepaid") expect(total).toBe(totalOver(months, quote, demoCatalogue));
          expect(fits === "yes").toBe(reasons.every((each) => each.fits === "yes"));
          expect(reasons.every(({ content }) => content.length > 5)).toBe(true);
        }
        const fitting = tariffs.filter(({ fits }) => fits === "yes").map(({ total }) => total);
        expect(fitting).toEqual(fitting.toSorted((one, other) => one - other));
      }),
      { numRuns: 150 },
    );
  });

  test("no add-on of a set can be left out", () => {
    // Two that overlap with those of the demo.
    const [first] = demoCatalogue.bundles;
    const more = [
      { code: "WORLD", allowance: { abroad: [{ countries: ["EU", "RS", "US"], dataGb: 4 }] } },
      { code: "FRANCE", allowance: { abroad: [{ countries: ["FR"], dataGb: 10 }] } },
    ].map((each) => ({ ...first, ...each }) as Bundle);
    const bundles = [...mobileBundles(demoCatalogue), ...more];
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom("FR", "RS", "ME", "US"), { minLength: 1 }),
        fc.nat(20),
        (countries, gb) => {
          const sets = coveringBundles({ countries, wanted: gb }, undefined, bundles);
          for (const set of sets)
            for (const left of set) {
              const fewer = coveringBundles(
                { countries, wanted: gb },
                undefined,
                set.filter((each) => each !== left),
              );
              expect(fewer).toEqual([]);
            }
        },
      ),
    );
  });
});

describe("the coverage of add-ons", () => {
  const coverage = (request: object, catalogue = demoCatalogue) =>
    bodyOf<{ bundles: { code: string; abroad: { countries: string[]; data_gb: unknown }[] }[]; not_said: string[] }>(
      bundleCoverage(request, windowOf(catalogue)),
    );

  test("of a country, of one, and of all that are sold", () => {
    expect(coverage({ country: "RS" }).bundles.map(({ code }) => code)).toEqual(["BALKAN5"]);
    expect(coverage({ country: "US" }).bundles).toEqual([]);
    expect(coverage({ bundle: "EU10" }).bundles[0]).toMatchObject({
      abroad: [{ data_gb: 10, minutes: 100 }],
      monthly: 900,
    });
    expect(coverage({ bundle: "EU10" }).bundles[0]?.abroad[0]?.countries).toHaveLength(27);
    expect(coverage({}).bundles.map(({ code }) => code)).not.toContain("LEGACY1");
    expect(bundleCoverage({ bundle: "LEGACY1" }, windowOf())).toMatchObject({ kind: "error" });
  });

  test("names those of which the catalogue does not say it", () => {
    const silent = demoWith("bundles", "EU10", { allowance: undefined });
    expect(coverage({ country: "FR" }, silent)).toMatchObject({ bundles: [], not_said: ["EU10"] });
  });
});

describe("a transfer", () => {
  const needs = (request: object) =>
    bodyOf<{ offered: boolean; needs: { field: string; by: string; path?: string }[]; notes: string[] }>(
      transferRequirements(request, windowOf()),
    );
  const fields = (request: object) => needs(request).needs.map(({ field }) => field);

  test("needs what the form asks for, which depends on the present contract", () => {
    expect(fields({})).toEqual(["mnpMsisdn", "mnpSubscriptionType", "firstName", "lastName", "mnpAuthority"]);
    expect(fields({ current_contract: "postpaid" })).toEqual(["mnpMsisdn", "firstName", "lastName", "mnpAuthority"]);
    const prepaid = needs({ current_contract: "prepaid" });
    expect(prepaid.needs.map(({ field }) => field)).toContain("puk");
    expect(prepaid.notes.join()).toContain("499");
    // No platform is asked for what only the person may give.
    for (const { field, by, path } of prepaid.needs)
      expect([field, by === "person"]).toEqual([field, path === undefined]);
  });

  test("has an earliest day, and says what is wrong with another", () => {
    expect(transferRequirements({ date: "2026-11-28" }, windowOf())).toMatchObject({
      body: { offered: true, earliest: "2026-12-02", date: { fits: false, reason: expect.any(String) } },
    });
    expect(transferRequirements({ date: "2026-12-02" }, windowOf())).toMatchObject({ body: { date: { fits: true } } });
  });

  test("is not offered with prepaid and television", () => {
    for (const tariff of ["PREPAID20", "TVM"])
      expect(transferRequirements({ tariff }, windowOf())).toMatchObject({ body: { offered: false } });
    expect(needs({ tariff: "SIMONLY20" }).offered).toBe(true);
    expect(transferRequirements({ tariff: "NOTHING" }, windowOf())).toMatchObject({ kind: "error" });
  });
});

test("the options of a tariff are those that a checkout takes", () => {
  const options = (tariff: string, device?: string) =>
    bodyOf<{ bundles: { code: string }[] }>(tariffOptions({ tariff, ...(device && { device }) }, windowOf()));
  expect(options("SMART60", "AARE5")).toMatchObject({
    insurance: { monthly: 690 },
    credit_limit: { min: 1, max: 300 },
    bill: { post: 390 },
  });
  expect(options("SMART60").bundles.map(({ code }) => code)).toEqual(["EU10", "BALKAN5", "ABROAD100", "TWIN"]);
  for (const field of ["insurance", "credit_limit", "bill", "tv_boxes"])
    expect(options("PREPAID20")).not.toHaveProperty(field);
  expect(options("TVM")).toMatchObject({ bundles: [{ code: "SPORT" }, {}, {}], tv_boxes: [{ code: "STB1" }, {}] });
  expect(tariffOptions({ tariff: "NOTHING" }, windowOf())).toMatchObject({ kind: "error" });
});
