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

  test.each([
    "utm_source=%F0&utm_campaign=a&gclid=x&fbclid=&_ga=1&utm_source=b&mc_eid=1&mtm_source=c&pk_source=d&hsa_src=e",
    "syclid=1&_kx=1&vero_id=1&wt_mc=x&etcc_cmp=x&at_campaign=x&tduid=x&awc=1_2&irclickid=x&cjevent=x&epik=x",
    "rdt_cid=x&ScCid=x&mkt_tok=x&trk_contact=x&ref=x&_branch_match_id=1&sc_src=email_1&dm_i=1&gad_source=1&utm_id=3",
    "id=1&ticket=2&lang=de&landing=x&variant=b&=1&%F0=1&call me 0900=1&__proto__=1&constructor=1&page=1&hash=1",
    `${"x".repeat(5000)}=1`,
  ])("may have what programs add: %s", (query) => {
    const { record, mistakes } = readLink(MOBILE, query);
    expect([...mistakes]).toEqual([]);
    expect(record).toEqual({ type: "Tariff", tariff: "SMART60" });
  });

  test.each([
    ["mobile=SAENTISX&amp;bundles=EU10", { mobile: "SAENTISX", bundles: ["EU10"] }],
    ["mobile=SAENTISX&amp;amp;limit=100&AMP;bonus=1", { mobile: "SAENTISX", limit: 100, bonus: true }],
    ["mobile=SAENTISX.", { mobile: "SAENTISX" }],
    ["mobile=SAENTISX)", { mobile: "SAENTISX" }],
    ["mobile=SAENTISX%20", { mobile: "SAENTISX" }],
    ["mobile=SAENTISX%0A", { mobile: "SAENTISX" }],
    ["mobile=SAENTISX%0D%0A&limit=100%09", { mobile: "SAENTISX", limit: 100 }],
    ["mobile=SAENTISX%E2%80%8B&limit=100%EF%BB%BF&bonus=1%E2%81%A0", { mobile: "SAENTISX", limit: 100, bonus: true }],
    ["mobile=%E2%80%8E(SAENTISX)%E2%80%8E%C2%AD", { mobile: "SAENTISX" }],
    ["mobile=SAENTISX%22%3E", { mobile: "SAENTISX" }],
    ["bundles=EU10,+TWIN%C2%BB.", { bundles: ["EU10", "TWIN"] }],
    ["MOBILE=SAENTISX&PostBill=TRUE&Tv_Tariff=TVM", { mobile: "SAENTISX", postBill: true, tv_tariff: "TVM" }],
    ["limit=100.&insurance=1)", { limit: 100, insurance: true }],
    ["mobile=SAENTISX?utm_source=x", { mobile: "SAENTISX" }],
  ])("is read as programs and people change it: %s", (query, fields) => {
    const { record, mistakes } = readLink(MOBILE, query);
    expect([...mistakes]).toEqual([]);
    expect(record).toEqual({ type: "Tariff", tariff: "SMART60", ...fields });
  });
});

test.each([
  ["bundels=EU10", { bundels: "unknown" }],
  ["bundle=EU10", { bundle: "unknown" }],
  ["Mobil=AARE5", { Mobil: "unknown" }],
  ["amp;bundels=EU10", { bundels: "unknown" }],
  ["device=AARE5", { device: "unknown" }],
  ["tv-tarif=TVM", { "tv-tarif": "unknown" }],
  ["insurence=1&post_bil=1&soruce=x", { insurence: "unknown", post_bil: "unknown", soruce: "unknown" }],
  ["tariff=SMART30", { tariff: "unknown" }],
  ["type=Tariff", { type: "unknown" }],
  ["mobile=AARE5&mobile=AARE5", { mobile: "repeated" }],
  ["mobile=AARE5&Mobile=AARE5", { mobile: "repeated" }],
  ["mobile=.", { mobile: "empty" }],
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
  ["limit=1e3", { limit: "number" }],
  ["limit=-1", { limit: "number" }],
  ["limit=1234567", { limit: "number" }],
  ["insurance=yes", { insurance: "flag" }],
  ["source=Autumn", { source: "source" }],
  ["bundles<=1", { "bundles…": "unknown" }],
])("%s has a mistake", (query, mistakes) => {
  expect(mistakesOf(query)).toEqual(mistakes);
});

test("a link of TV has no fields of a mobile tariff", () => {
  expect(mistakesOf("mobile=AARE5&bonus=1", TV)).toEqual({ mobile: "unknown", bonus: "unknown" });
});

test("at most ten mistakes are reported, under names of at most 40 characters", () => {
  const names = [..."abcdefghijklmnopq"].map((letter) => `bundles${letter}`);
  const { mistakes } = readLink(MOBILE, names.join("&"));
  expect([...mistakes.keys()]).toEqual(names.slice(0, 10));
  expect([...readLink(MOBILE, `${"_".repeat(60)}bundels=1`).mistakes.keys()]).toEqual(["_".repeat(40)]);
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
  const code = fc.stringMatching(/^[A-Za-z0-9é](?:[A-Za-z0-9é ]{0,18}[A-Za-z0-9é])?$/);
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
