import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isCountry } from "#core/address/countries.ts";
import { eidDiffers, eidFacts, isEidKind } from "#core/form/eid-claims.ts";

const TODAY = { year: 2026, month: 12, day: 3 };
const CLAIMS = {
  family_name: "Beispiel",
  given_name: "Nora Maria",
  birth_date: "1991-03-14",
  nationality: "CH",
  document_number: "BETA-ID-N7K2Q9XA",
  issuance_date: "2026-12-01",
  expiry_date: "2036-11-30",
  issuing_authority: "Beta Credential Service BCS",
  issuing_country: "CH",
};
const countryOf = (code: string) => {
  if (code === "SRB") return "RS";
  return isCountry(code) ? code : null;
};
const factsOf = (changes: object = {}) => eidFacts({ ...CLAIMS, ...changes }, countryOf, TODAY);
const PERSON = { firstName: "Nora", lastName: "Beispiel", day: "14", month: "3", year: "1991" };

describe("the data of an e-ID", () => {
  test("are the fields of the form", () => {
    expect(factsOf()).toEqual({
      lastName: "Beispiel",
      firstName: "Nora Maria",
      birthday: "1991-03-14",
      citizenship: "CH",
      identifiedBy: "182400003",
      idNo: "BETAIDN7K2Q9XA",
      issueDate: "2026-12-01",
      validUntil: "2036-11-30",
      issuer: "Beta Credential Service BCS",
    });
  });

  test("of a foreigner have no kind of document; a person who is also Swiss counts as Swiss", () => {
    expect(factsOf({ nationality: "SRB" })).toMatchObject({ citizenship: "RS", identifiedBy: null });
    expect(factsOf({ nationality: ["RS", "CH"] })).toMatchObject({ citizenship: "CH", identifiedBy: "182400003" });
  });

  test("contain the country if no authority is named", () =>
    expect(factsOf({ issuing_authority: undefined })).toMatchObject({ issuer: "CH" }));

  test.each([
    ["family_name", ""],
    ["family_name", "x".repeat(201)],
    ["given_name", undefined],
    ["birth_date", "2030-01-01"],
    ["birth_date", "1991-02-30"],
    ["nationality", "XX"],
    ["nationality", null],
    ["document_number", "12-4"],
    ["document_number", 1234567],
    ["expiry_date", "2026-12-02"],
    ["issuance_date", "yesterday"],
  ])("are empty if %s is %j", (claim, value) => expect(factsOf({ [claim]: value })).toBeNull());

  test("are empty for any disclosed data, without a failure", () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(CLAIMS)), fc.jsonValue(), (claim, value) => {
        const facts = factsOf({ [claim]: value });
        if (facts) expect(facts.idNo).toMatch(/^[A-Z0-9]{5,20}$/);
      }),
    );
  });
});

describe("the person of step 4", () => {
  const differs = (person: object, claims: object = {}) => {
    const facts = factsOf(claims);
    return facts && eidDiffers(facts, { ...PERSON, ...person });
  };

  test("can omit given names, marks and hyphens", () => {
    expect(differs({})).toEqual([]);
    expect(differs({ firstName: "Maria" })).toEqual([]);
    expect(differs({ lastName: "Muller Dordevic" }, { family_name: "Müller-Dörđević".replace("đ", "d") })).toEqual([]);
  });

  test.each([
    [{ lastName: "Muster" }, ["lastName"]],
    [{ lastName: "Beispiel Muster" }, ["lastName"]],
    [{ firstName: "Norbert" }, ["firstName"]],
    [{ firstName: "Nora Lea" }, ["firstName"]],
    [{ firstName: "" }, ["firstName"]],
    [{ day: "15" }, ["birthday"]],
    [{ firstName: "Max", lastName: "Muster", year: "1985" }, ["lastName", "firstName", "birthday"]],
  ])("%j is another person", (person, fields) => expect(differs(person)).toEqual(fields));

  test("is the same only with all words of the surname, and the day", () => {
    const word = fc.stringMatching(/^[A-Z][a-z]{1,8}$/);
    fc.assert(
      fc.property(word, word, fc.integer({ min: 1, max: 28 }), (family, typed, day) => {
        const found = differs({ lastName: typed, day: String(day) }, { family_name: family }) ?? [];
        expect(found.includes("lastName")).toBe(family.toLowerCase() !== typed.toLowerCase());
        expect(found.includes("birthday")).toBe(day !== 14);
      }),
    );
  });
});

test.each([
  ["CH", "182400003", true],
  ["CH", "182400004", false],
  ["CH", "182400007", false],
  ["RS", "182400007", true],
  ["DE", "182400012", true],
  ["DE", "182400005", false],
  ["RS", "182400013", false],
  ["RS", "", false],
])("an e-ID of %s has the value %s: %s", (citizenship, identifiedBy, does) =>
  expect(isEidKind({ citizenship, identifiedBy })).toBe(does),
);
