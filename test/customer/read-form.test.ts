import { describe, expect, test } from "vitest";
import type { CustomerForm } from "#core/form/fields.ts";
import type { OpenCheckout } from "#server/sale/checkout/checkout.ts";
import { mergeForm, readForm, withKnownFields as withKnown, withStoredPuk } from "#server/sale/customer/form.ts";
import { toWire } from "#core/form/spelling.ts";
import { openCheckout } from "../support/open-checkout.ts";
import { wholeForm } from "../support/people.ts";
import { BUSINESS } from "../support/order-services.ts";

const EMAIL = "nora@example.ch";
const TODAY = { year: 2026, month: 11, day: 22 };
const form = wholeForm(EMAIL);
const withKnownFields = (sent: CustomerForm, checkout: OpenCheckout) => withKnown(sent, checkout, "fr");
const read = (sent: Parameters<typeof readForm>[0]) => readForm(sent, TODAY);

describe("a form as sent", () => {
  test("is empty without any fields, with bills by e-mail", () => {
    const { mnp, mnpAuthority, mnpMatch, terms, typeOfBill, ...texts } = read({});
    expect([mnp, mnpAuthority, mnpMatch, terms, typeOfBill]).toEqual([false, false, false, false, "email"]);
    expect(Object.keys(texts).toSorted()).toEqual(
      Object.keys(form)
        .filter((field) => !["mnp", "mnpAuthority", "mnpMatch", "terms", "typeOfBill"].includes(field))
        .toSorted(),
    );
    expect(new Set(Object.values(texts))).toEqual(new Set([""]));
  });

  test("loses the spaces around each field, and has normalised numbers and letters", () => {
    const spaced = Object.fromEntries(
      Object.entries(toWire(form)).map(([field, value]) => [field, typeof value === "string" ? ` ${value} ` : value]),
    );
    const typed = {
      ...spaced,
      email: " Nora@Example.CH ",
      mobilePhone: " 078 412 34 56 ",
      mnp: true,
      mnpMsisdn: "+41 79 555 01 43",
      mnpSubscriptionType: " Prepaid ",
      puk: " 12 34 56 78 ",
      idNo: " x 12.3 ",
      postal_code: " CH-8001 ",
      care_of: " c/o  Familie Meier ",
      month: " März ",
      issueDate: " 1. Mai 2022 ",
      citizenship: " ch ",
    };
    expect(read(typed)).toEqual({
      ...form,
      month: "3",
      mnp: true,
      mnpMsisdn: "41795550143",
      mnpSubscriptionType: "Prepaid",
      puk: "12345678",
      idNo: "x123",
      careOf: "c/o  Familie Meier",
      citizenship: "CH",
    });
  });

  test("has a PUK for the transfer of a prepaid number only", () => {
    const transfer = {
      ...toWire(form),
      mnp: true,
      mnpMsisdn: "0795550143",
      mnpSubscriptionType: "Prepaid",
      puk: "12345678",
    };
    expect(read(transfer).puk).toBe("12345678");
    expect(read({ ...transfer, mnpSubscriptionType: "Postpaid" }).puk).toBe("");
    expect(read({ ...transfer, mnp: false }).puk).toBe("");
  });

  test("gets the stored PUK of the same number, because no browser stores it", () => {
    const kept = read({
      ...toWire(form),
      mnp: true,
      mnpMsisdn: "0795550143",
      mnpSubscriptionType: "Prepaid",
      puk: "12345678",
    });
    const again = { ...kept, puk: "" };
    expect(withStoredPuk(again, kept).puk).toBe("12345678");
    expect(withStoredPuk({ ...again, puk: "87654321" }, kept).puk).toBe("87654321");
    expect(withStoredPuk({ ...again, mnpMsisdn: "41795550144" }, kept).puk).toBe("");
    expect(withStoredPuk({ ...again, mnp: false }, kept).puk).toBe("");
    expect(withStoredPuk(again, null).puk).toBe("");
  });

  test("keeps an invalid phone number as typed", () => {
    expect(read({ mobilePhone: " 044 668 18 00 ", mnpMsisdn: null })).toMatchObject({
      mobilePhone: "044 668 18 00",
      mnpMsisdn: "",
    });
  });
});

describe("fixed fields", () => {
  const checkout = (account: object | null, more: object = {}) =>
    ({ account, registeredEmail: EMAIL, quote: null, ...more }) as unknown as OpenCheckout;
  const person = { ...form, firstName: "Mia", mobilePhone: "41784000001" };
  const address = { address: "Recordweg", number: "5", postalCode: "3000", city: "Bern", addressId: "9" };
  const known = (profile: object) => checkout({ id: "1", email: "record@example.ch", profile });

  test("are the registered e-mail", () => {
    expect(withKnownFields({ ...form, email: "other@example.ch", addressId: "9" }, checkout(null))).toEqual({
      ...form,
      addressId: "",
    });
  });

  test("are name, birthday and address on record, with the address's id", () => {
    expect(withKnownFields(form, known({ person, address }))).toEqual({
      ...form,
      ...address,
      firstName: "Mia",
      email: "record@example.ch",
    });
  });

  test("exclude a partial address on record: typed parts have no id", () => {
    expect(withKnownFields(form, known({ person, address: { ...address, postalCode: "" } }))).toMatchObject({
      address: "Recordweg",
      postalCode: "8001",
      addressId: "",
    });
  });

  test("exclude the c/o, which is not on record", () => {
    expect(withKnownFields({ ...form, careOf: "Meier" }, known({ person, address }))).toMatchObject({
      address: "Recordweg",
      careOf: "Meier",
    });
  });

  test("include a street on record, with any content; a typed one has its c/o and P.O. box separated", () => {
    const prepaid = openCheckout({ type: "Tariff", tariff: "PREPAID20" });
    const sent = { ...form, address: "c/o Meier, Rue du Lac, CP 12" };
    const apart = { address: "Rue du Lac", careOf: "Meier", poBox: "Case postale 12" };
    expect(withKnownFields(sent, prepaid)).toMatchObject(apart);
    expect(withKnownFields({ ...form, poBox: "12" }, prepaid)).toMatchObject({ poBox: "Case postale 12" });
    const full = { ...sent, poBox: "Postfach 7" };
    expect(withKnownFields(full, prepaid)).toMatchObject({ address: "Rue du Lac, CP 12", poBox: "Postfach 7" });
    const none = { address: "Rue du Lac, CP 12", careOf: "Meier", poBox: "" };
    expect(withKnownFields(sent, openCheckout({ type: "Tariff", tariff: "SMART30" }))).toMatchObject(none);
    const named = { ...address, address: "c/o Meier, Recordweg" };
    expect(withKnownFields({ ...form, ...named }, known({ person, address: named }))).toMatchObject({
      address: "c/o Meier, Recordweg",
      careOf: "",
    });
  });

  test("are all data of a business, which gets a SIM card and a new number", () => {
    const sent = { ...form, simType: "1", mnp: true, careOf: "Meier" };
    expect(withKnownFields(sent, known({ ...BUSINESS, person, address }))).toEqual({
      ...form,
      ...address,
      firstName: "Mia",
      mobilePhone: "41784000001",
      email: "record@example.ch",
      simType: "0",
      mnp: false,
    });
  });
});

describe("the stored form after a step", () => {
  const sent = {
    ...form,
    firstName: "Anna",
    city: "Bern",
    careOf: "Meier",
    addressId: "9",
    idNo: "NEW123",
    terms: false,
  };

  test("has the person of step 4, and is otherwise unchanged", () => {
    expect(mergeForm(form, sent, "4")).toEqual({ ...form, firstName: "Anna" });
  });

  test("has person and address of step 4a, and is otherwise unchanged", () => {
    expect(mergeForm(form, sent, "4a")).toEqual({
      ...form,
      firstName: "Anna",
      city: "Bern",
      careOf: "Meier",
      addressId: "9",
    });
  });

  test("has no data of the later steps after the first one", () => {
    const later = { identifiedBy: "", idNo: "", issueDate: "", validUntil: "", issuer: "", citizenship: "" };
    expect(mergeForm(null, { ...form, mnp: true }, "4a")).toEqual({
      ...form,
      ...later,
      mnp: true,
      typeOfBill: "",
      terms: false,
    });
  });
});
