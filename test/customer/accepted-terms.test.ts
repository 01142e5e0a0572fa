import { expect, test } from "vitest";
import { acceptedTerms } from "#server/sale/customer/accepted-terms.ts";
import { readBrand } from "#server/shop/brand/brand.ts";

const brand = await readBrand("brands/alpenfon/brand.json");
const NOW = new Date("2026-11-23T10:00:00Z");
const versionOf = (changed: Partial<typeof brand>, family: "mobile" | "tv" = "mobile") =>
  acceptedTerms({ ...brand, ...changed }, family, "de", NOW).version;
const textOf = (text: string) => {
  const paragraph = { de: text, en: text, fr: text, it: text, sr: text };
  return { ...brand.legal, "agb-mobile": { title: paragraph, paragraphs: [paragraph] } };
};

test("the version of the terms changes with every word of them, and only with them", () => {
  expect(versionOf({})).toBe(versionOf({ name: "Other" }));
  expect(new Set([versionOf({}), versionOf({ legal: textOf("a") }), versionOf({ legal: textOf("b") })]).size).toBe(3);
  expect(versionOf({ legal: textOf("a") }, "tv")).toBe(versionOf({}, "tv"));
});

test("terms at an address elsewhere are known by it", () => {
  const at = (url: string) => ({
    terms: { ...brand.terms, mobile: brand.terms.mobile.map((each) => ({ ...each, url })) },
  });
  expect(versionOf(at("https://example.ch/a"))).not.toBe(versionOf(at("https://example.ch/b")));
});
