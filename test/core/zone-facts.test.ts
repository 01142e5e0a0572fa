import { expect, test } from "vitest";
import { documentTypeOf, zoneBirthday, zoneExpiry } from "#core/document/zone-facts.ts";
import { documentsFor } from "../support/law.ts";

const today = { year: 2026, month: 11, day: 23 };
const mobile = { family: "mobile", postpaid: true } as const;
const prepaid = { family: "mobile", postpaid: false } as const;

test.each([
  ["740812", "1974-08-12"],
  ["261123", "2026-11-23"],
  ["261124", "1926-11-24"],
  ["270101", "1927-01-01"],
  ["080229", "2008-02-29"],
  ["090229", null],
  ["740800", null],
])("a birthday %s is %s: the latest in the past", (date, day) => {
  expect(zoneBirthday(date, today)).toBe(day);
});

test.each([
  ["261122", "2026-11-22"],
  ["461231", "2046-12-31"],
  ["470101", null],
  ["060101", "2006-01-01"],
  ["051231", null],
])("an expiry %s is %s: within twenty years", (date, day) => {
  expect(zoneExpiry(date, today)).toBe(day);
});

test.each([
  ["P", "CH", "CH", mobile, "182400004"],
  ["PD", "CH", "CH", mobile, "182400004"],
  ["I", "CH", "CH", mobile, "182400003"],
  ["ID", "CH", "CH", prepaid, "182400003"],
  ["AR", "CH", "DE", mobile, "undecided"],
  ["IR", "CH", "RS", mobile, "undecided"],
  ["P", "DE", "DE", prepaid, "182400006"],
  ["P", "DE", "DE", mobile, "notOffered"],
  ["ID", "IT", "IT", prepaid, "182400005"],
  ["ID", "IT", "IT", mobile, "notOffered"],
  ["P", "RS", "RS", mobile, "182400013"],
  ["ID", "RS", "RS", prepaid, "notOffered"],
  ["V", "CH", "RS", prepaid, "notOffered"],
] as const)("%s of %s for a citizen of %s: %o %s", (code, issuer, nationality, contract, type) => {
  expect(documentTypeOf({ code, issuer, nationality }, documentsFor(contract))).toBe(type);
});
