import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readRecord } from "#core/checkout-record/record.ts";
import { demoCatalogue } from "../../../test/support/demo-catalogue.ts";
import { fieldNames, readLink } from "./read-link.ts";

const MOBILE = { family: "mobile", code: "SMART60" } as const;
const TV = { family: "tv", code: "TVM" } as const;
const mistakesOf = (query: string, path: typeof MOBILE | typeof TV = MOBILE) =>
  Object.fromEntries(readLink(path, query).mistakes);

describe("a link", () => {
  test("has the record's fields", () => {
    const query =
      "mobile=SAENTISX&bundles=EU10,KIDS&binding=182400001&limit=100&insurance=1&postBill=false&source=autumn";
    expect(readLink(MOBILE, query)).toEqual({
      record: {
        type: "Tariff",
        tariff: "SMART60",
        mobile: "SAENTISX",
        bundles: ["EU10", "KIDS"],
        binding: "182400001",
        limit: 100,
        insurance: true,
        postBill: false,
      },
      source: "link:autumn",
      mistakes: new Map(),
    });
  });

  test("of TV has boxes and a duration", () => {
    expect(readLink(TV, "tv_duration=24&tv_device=STB1%2CSTB2").record).toEqual({
      type: "TV Tariff",
      tv_tariff: "TVM",
      tv_duration: 24,
      tv_device: ["STB1", "STB2"],
    });
  });

  test("without a query is the tariff alone", () => {
    expect(readLink(MOBILE, "")).toEqual({
      record: { type: "Tariff", tariff: "SMART60" },
      source: "link",
      mistakes: new Map(),
    });
  });

  test("may have what programs add for tracking, in any encoding", () => {
    expect(mistakesOf("utm_source=%F0&utm_campaign=a&gclid=x&fbclid=&_ga=1&utm_source=b&mc_eid=1")).toEqual({});
  });
});

test.each([
  ["bundels=EU10", { bundels: "unknown" }],
  ["Mobile=AARE5", { Mobile: "unknown" }],
  ["tariff=SMART30", { tariff: "unknown" }],
  ["type=Tariff", { type: "unknown" }],
  ["id=1&ticket=2", { id: "unknown", ticket: "unknown" }],
  ["mobile=AARE5&mobile=AARE5", { mobile: "repeated" }],
  ["source=a&source=b", { source: "repeated" }],
  ["mobile=", { mobile: "empty" }],
  ["mobile", { mobile: "empty" }],
  ["bundles=EU10,,KIDS", { bundles: "empty" }],
  [`mobile=${"A".repeat(65)}`, { mobile: "tooLong" }],
  [`bundles=${"A".repeat(65)}`, { bundles: "tooLong" }],
  [`bundles=${Array.from({ length: 51 }, () => "A").join()}`, { bundles: "tooLong" }],
  ["mobile=%F0", { mobile: "encoding" }],
  ["mobile=%", { mobile: "encoding" }],
  ["mobile=A%00", { mobile: "encoding" }],
  ["%F0=1", { "…F0": "unknown" }],
  ["limit=1e3", { limit: "number" }],
  ["limit=-1", { limit: "number" }],
  ["limit=1234567", { limit: "number" }],
  ["insurance=yes", { insurance: "flag" }],
  ["source=Autumn", { source: "source" }],
  ["=1", { "…": "unknown" }],
  ["call me 0900=1", { "call…me…0900": "unknown" }],
])("%s has a mistake", (query, mistakes) => {
  expect(mistakesOf(query)).toEqual(mistakes);
});

test("names that every object has are unknown", () => {
  const { record, mistakes } = readLink(MOBILE, "__proto__=1&constructor=1");
  expect([...mistakes.keys()]).toEqual(["__proto__", "constructor"]);
  expect(record).toEqual({ type: "Tariff", tariff: "SMART60" });
});

test("a link of TV has no fields of a mobile tariff", () => {
  expect(mistakesOf("mobile=AARE5&bonus=1", TV)).toEqual({ mobile: "unknown", bonus: "unknown" });
});

test("at most ten mistakes are reported, under names of at most 40 characters", () => {
  const names = Array.from({ length: 20 }, (_, index) => `${index}`.padEnd(60, "x"));
  const { mistakes } = readLink(MOBILE, names.join("&"));
  expect([...mistakes.keys()]).toEqual(names.slice(0, 10).map((name) => name.slice(0, 40)));
});

test("any query is read, with few mistakes, each under a short name", () => {
  const part = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.tuple(fc.constantFrom(...fieldNames("mobile"), "utm_x"), fc.string()).map((pair) => pair.join("=")),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const { record, source, mistakes } = readLink(MOBILE, parts.join("&"));
      expect(mistakes.size).toBeLessThanOrEqual(10);
      for (const field of mistakes.keys()) expect(field).toMatch(/^[\w…-]{1,40}$/);
      expect(source).toMatch(/^link(:[a-z0-9-]{1,32})?$/);
      readRecord(record, demoCatalogue);
    }),
  );
});

test("what was written as a link is read back", () => {
  const code = fc.stringMatching(/^[A-Za-z0-9é ]{1,20}$/);
  fc.assert(
    fc.property(
      code,
      fc.uniqueArray(code, { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      (mobile, bundles, insurance) => {
        const query = new URLSearchParams({ mobile, bundles: bundles.join(), insurance: String(insurance) }).toString();
        expect(readLink(MOBILE, query)).toMatchObject({ record: { mobile, bundles, insurance } });
        expect(mistakesOf(query)).toEqual({});
      },
    ),
  );
});
