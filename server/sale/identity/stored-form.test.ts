import { expect, test } from "vitest";
import { EMPTY_FORM, FIELD_NAMES } from "#core/form/fields.ts";
import { fieldsWhere, pickFields } from "#core/form/form-fields.ts";
import { wireName } from "#core/form/spelling.ts";
import { comparedForm } from "#server/sale/checkout/checkout.ts";
import { canonical } from "#core/text/canonical.ts";
import { IDENTITY_FIELDS, readSealedForm, storedForm, wholeForm } from "./stored-form.ts";

const LEFT_OUT = fieldsWhere(({ later }) => later === "leftOut" || later === "unseen");
/** A form in which each text field contains its own name. */
const FULL = Object.fromEntries(
  FIELD_NAMES.map((field) => [field, typeof EMPTY_FORM[field] === "boolean" ? true : `my ${field}`]),
) as typeof EMPTY_FORM;

test("each field is stored under its name on the wire, and read back", () => {
  const stored = storedForm(FULL);
  expect(Object.keys(stored)).toEqual(FIELD_NAMES.map((field) => wireName(field)));
  expect(readSealedForm(JSON.parse(JSON.stringify(stored)))).toEqual(FULL);
});

test("empty fields of later versions are not stored, so that an earlier version reads what it would have stored", () => {
  const stored = storedForm(EMPTY_FORM);
  for (const field of LEFT_OUT) expect(stored).not.toHaveProperty(wireName(field));
  expect(stored).toHaveProperty("mnpDate", "");
  expect(wholeForm(readSealedForm(stored))).toEqual(EMPTY_FORM);
});

test("missing fields are empty in the whole form, and a value of another type counts as missing", () => {
  expect(wholeForm(readSealedForm({}))).toEqual(EMPTY_FORM);
  expect(wholeForm(readSealedForm({ mnp: "yes", first_name: 1 }))).toEqual(EMPTY_FORM);
  expect(() => readSealedForm("none")).toThrow();
});

test("identity data is the fields whose retention the law limits", () => {
  expect(IDENTITY_FIELDS.toSorted()).toEqual(["idNo", "identifiedBy", "issueDate", "issuer", "puk", "validUntil"]);
});

test("the text by which forms are compared is unchanged, so that a payment from before an upgrade stays valid", () => {
  const before = { ...FULL, ...pickFields(EMPTY_FORM, LEFT_OUT) };
  const text =
    '{"address":"my address","address_id":"my addressId","citizenship":"my citizenship","city":"my city","day":"my day",' +
    '"email":"my email","first_name":"my firstName","idNo":"my idNo","identifiedBy":"my identifiedBy",' +
    '"issueDate":"my issueDate","issuer":"my issuer","last_name":"my lastName","mnp":true,"mnpAuthority":true,' +
    '"mnpDate":"my mnpDate","mnpMsisdn":"my mnpMsisdn","mnpSubscriptionType":"my mnpSubscriptionType",' +
    '"mobilePhone":"my mobilePhone","month":"my month","newMsisdn":"my newMsisdn","number":"my number",' +
    '"postal_code":"my postalCode","puk":"my puk","salutation":"my salutation","simType":"my simType","terms":true,' +
    '"typeOfBill":"my typeOfBill","validUntil":"my validUntil","year":"my year"}';
  expect(canonical(comparedForm(before))).toBe(text);
  expect(canonical(comparedForm(FULL))).toContain('"care_of":"my careOf"');
  expect(canonical(comparedForm(FULL))).not.toContain("mnpMatch");
  expect(canonical(comparedForm(EMPTY_FORM))).toContain('"mnpDate":""');
});
