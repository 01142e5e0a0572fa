import { expect, test } from "vitest";
import { acceptedTerms } from "#server/sale/customer/accepted-terms.ts";
import { readBrand } from "#server/shop/brand/brand.ts";
import { wholeForm } from "../support/people.ts";

const brand = await readBrand("brands/alpenfon/brand.json");
const NOW = new Date("2026-11-23T10:00:00Z");
const versionOf = (changed: Partial<typeof brand>, family: "mobile" | "tv" = "mobile") =>
  acceptedTerms({ ...brand, ...changed }, { family, form: wholeForm("nora@example.ch"), signedIn: "de" }, "de", NOW)
    .version;
const textOf = (text: string) => {
  const paragraph = { de: text, en: text, fr: text, it: text, sr: text };
  return { ...brand.legal, "agb-mobile": { title: paragraph, paragraphs: [paragraph] } };
};

test("the version of the terms changes with any of their words, and only then", () => {
  expect(versionOf({})).toBe(versionOf({ name: "Other" }));
  expect(new Set([versionOf({}), versionOf({ legal: textOf("a") }), versionOf({ legal: textOf("b") })]).size).toBe(3);
  expect(versionOf({ legal: textOf("a") }, "tv")).toBe(versionOf({}, "tv"));
});

test("terms on another site are identified by their URL", () => {
  const at = (url: string) => ({
    terms: { ...brand.terms, mobile: brand.terms.mobile.map((each) => ({ ...each, url })) },
  });
  expect(versionOf(at("https://example.ch/a"))).not.toBe(versionOf(at("https://example.ch/b")));
});

test("the authority to transfer a number is stored word for word, in the shopper's language, only if it was ticked", () => {
  const moving = { ...wholeForm("nora@example.ch"), mnp: true, mnpMsisdn: "41795550143", mnpDate: "2027-01-12" };
  const authorityOf = (form: typeof moving, locale: "de" | "fr" = "de") =>
    acceptedTerms(brand, { family: "mobile", form, signedIn: locale }, "de", NOW).authority;
  expect(authorityOf({ ...moving, mnpAuthority: true })).toBe(
    `Ich, Nora Beispiel, bin Inhaberin oder Inhaber der Mobilnummer +41 79 555 01 43. Ich beauftrage ${brand.name}, diese Nummer am 12. Januar 2027 von meinem bisherigen Anbieter zu übernehmen und den Vertrag dafür in meinem Namen zu kündigen.`,
  );
  expect(authorityOf({ ...moving, mnpDate: "", mnpAuthority: true }, "fr")).toContain("dès que possible");
  expect(authorityOf(moving)).toBeUndefined();
  expect(authorityOf({ ...moving, mnp: false, mnpAuthority: true })).toBeUndefined();
});
