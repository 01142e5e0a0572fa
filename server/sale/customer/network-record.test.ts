import fc from "fast-check";
import { expect, test } from "vitest";
import { addressErrors } from "#core/form/address-errors.ts";
import { EMPTY_FORM } from "#core/form/fields.ts";
import { nameErrors } from "#core/form/name-errors.ts";
import { NETWORK_RECORD_FIELDS } from "#server/sale/identity/network.ts";
import { filledFields } from "./network-record.ts";

const RECORD = {
  phoneNumber: "+41784000004",
  givenName: "Nina",
  familyName: "Müller",
  gender: "FEMALE",
  birthdate: "1991-04-07",
  streetName: "Bundesplatz",
  streetNumber: "3",
  houseNumberExtension: "a",
  postalCode: "3003",
  locality: "Bern",
  country: "CH",
};
const PERSON = {
  salutation: "Mrs",
  firstName: "Nina",
  lastName: "Müller",
  day: "7",
  month: "4",
  year: "1991",
  mobilePhone: "41784000004",
};

test("a record becomes the fields of the form", () => {
  expect(filledFields(RECORD)).toEqual({
    ...PERSON,
    address: "Bundesplatz",
    number: "3a",
    postalCode: "3003",
    city: "Bern",
  });
  expect(filledFields({})).toEqual({});
});

test.each<[string, Partial<typeof RECORD>, object]>([
  ["of another country", { country: "AT" }, PERSON],
  ["without a town", { locality: "" }, PERSON],
])("no part of an address %s is taken", (_what, change, fields) => {
  expect(filledFields({ ...RECORD, ...change })).toEqual(fields);
});

test.each<[string, Partial<typeof RECORD>, readonly string[]]>([
  ["a name with a link", { familyName: "win.example.com" }, ["lastName"]],
  ["a gender without a salutation", { gender: "OTHER" }, ["salutation"]],
  ["a day that does not exist", { birthdate: "1991-02-30" }, ["day", "month", "year"]],
  ["a number of another country", { phoneNumber: "+436641234567" }, ["mobilePhone"]],
])("%s stays empty", (_what, change, empty) => {
  const expected = Object.entries(filledFields(RECORD)).filter(([field]) => !empty.includes(field));
  expect(filledFields({ ...RECORD, ...change })).toEqual(Object.fromEntries(expected));
});

test("whatever the network sends, the form accepts what is filled in", () => {
  const values = fc.oneof(fc.string({ unit: "binary", maxLength: 150 }), fc.constantFrom(...Object.values(RECORD)));
  const records = fc.record(Object.fromEntries(NETWORK_RECORD_FIELDS.map((field) => [field, values])), {
    requiredKeys: [],
  });
  fc.assert(
    fc.property(records, (record) => {
      const fields = filledFields(record);
      const form = { ...EMPTY_FORM, ...fields };
      const wrong = { ...nameErrors(form), ...addressErrors(form, { takesPoBox: false }) };
      expect(Object.keys(fields).filter((field) => field in wrong)).toEqual([]);
    }),
  );
});
