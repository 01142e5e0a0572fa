import { expect, test } from "vitest";
import { CustomerFormRequest, User } from "../../contract/schemas/customer.ts";
import { EMPTY_FORM, FIELD_NAMES, FORM_FIELDS, FORM_PARTS } from "./fields.ts";
import { fieldsWhere, STORED_BY } from "./form-fields.ts";
import { fromWire, insideName, toWire, wireName } from "./spelling.ts";

const names = (schema: { readonly entries: object }) => Object.keys(schema.entries);

test("each field belongs to one part", () => {
  expect(FIELD_NAMES).toHaveLength(Object.values(FORM_PARTS).flatMap((part) => Object.keys(part)).length);
});

test("the request takes each field under its name on the wire, and nothing else of the form", () => {
  expect(names(CustomerFormRequest).toSorted()).toEqual(
    [...FIELD_NAMES.map((field) => wireName(field)), "country", "review", "agbVersion"].toSorted(),
  );
});

test("an answer has what steps 4 and 4a store, without identity data", () => {
  const answered = STORED_BY["4a"].filter((field) => !fieldsWhere(({ identity }) => identity).includes(field));
  expect(names(User).toSorted()).toEqual(
    [...answered.map((field) => wireName(field)), "country", "token", "locked"].toSorted(),
  );
});

test("the empty form has each field", () => {
  expect(Object.keys(EMPTY_FORM)).toEqual(FIELD_NAMES);
  expect(new Set(Object.values(EMPTY_FORM))).toEqual(new Set(["", false]));
});

test("six fields have another name on the wire, and new ones do not", () => {
  const renamed = FIELD_NAMES.filter((field) => wireName<string>(field) !== field);
  expect(renamed.map((field) => wireName(field))).toEqual([
    "first_name",
    "last_name",
    "postal_code",
    "care_of",
    "po_box",
    "address_id",
  ]);
  expect(renamed.every((field) => "snake" in FORM_FIELDS[field])).toBe(true);
});

test("every name is read back as it was written", () => {
  expect(FIELD_NAMES.map((field) => insideName(wireName<string>(field)))).toEqual(FIELD_NAMES);
  expect(fromWire(toWire(EMPTY_FORM))).toEqual(EMPTY_FORM);
  expect(toWire({ token: "t", constructor: "c" })).toEqual({ token: "t", constructor: "c" });
});
