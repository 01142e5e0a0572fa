import { toChf } from "#core/money/money.ts";
import { describe, expect, test } from "vitest";
import { createHash } from "node:crypto";
import { canonical } from "#core/text/canonical.ts";
import { ADDRESS_FIELDS, pickFields, STORED_BY } from "#core/form/form-fields.ts";
import { toWire } from "#core/form/spelling.ts";
import type { CheckoutFacts } from "#core/steps/steps.ts";
import { goodsOf, type CheckoutRecord } from "#core/checkout-record/record.ts";
import { customerOf, WITHOUT_PERSON } from "#server/sale/checkout/access.ts";
import {
  amountDue,
  contractKey,
  factsOf,
  fingerprintOf,
  formContext,
  openAgainst,
  type StoredCheckout,
} from "#server/sale/checkout/checkout.ts";
import { isPriceAgreed, isSeen, priceChanged } from "#server/sale/checkout/refusals.ts";
import { reviewVersion } from "#server/sale/checkout/review-version.ts";
import { emailOf, onRecord, userOf } from "#server/sale/checkout/user.ts";
import { demoCatalogue, demoWith, demoWithout } from "../support/demo-catalogue.ts";
import { documentsFor, LAW } from "../support/law.ts";
import { openCheckout } from "../support/open-checkout.ts";
import { wholeForm } from "../support/people.ts";

const NOW = new Date("2026-11-23T10:00:00Z");
const SMART30: CheckoutRecord = { type: "Tariff", tariff: "SMART30" };
const PREPAID: CheckoutRecord = { type: "Tariff", tariff: "PREPAID20" };
const TV: CheckoutRecord = { type: "TV Tariff", tv_tariff: "TVS" };
const PREPAID_TV: CheckoutRecord = { type: "TV Tariff", tv_tariff: "277" };
const FORM = wholeForm("nora@example.ch");
const account = (profile: object = {}) => ({ id: "a", email: "nora@example.ch", profile });
const CREATED: Partial<StoredCheckout> = {
  account: account(),
  form: FORM,
  formStage: "all",
  documentId: "d",
  customerCreated: { contract: "mobile/postpaid", solvent: true },
};

const facts = (record: CheckoutRecord, change: Partial<StoredCheckout> = {}) =>
  factsOf(openCheckout(record, change), NOW);

describe("the facts of a checkout (decisions 4)", () => {
  test("a new checkout is for sale, and has no customer", () => {
    expect(facts(SMART30)).toEqual({
      prepaidFlow: false,
      priced: true,
      sellable: true,
      soldOut: false,
      customerKnown: false,
      business: false,
      solvent: true,
      personValid: false,
      addressValid: false,
      customerCreated: false,
      dueNow: false,
      paid: false,
      ordered: false,
      awaitingPayment: false,
    });
  });

  const business = { contracts: [{ contractType: "Business" }] };
  const wrongName = { ...FORM, firstName: "" };
  const wrongCity = { ...FORM, city: "" };
  const paid = (fingerprint: string) => ({ payments: [{ id: "p", state: "paid" as const, fingerprint }] });
  const created = (solvent: boolean) => ({ customerCreated: { contract: "mobile/prepaid", solvent } });
  const ofThisVersion = fingerprintOf(openCheckout(PREPAID));

  test.each<[string, CheckoutRecord, Partial<StoredCheckout>, Partial<CheckoutFacts>]>([
    ["prepaid leaves out step 1 and is paid now", PREPAID, {}, { prepaidFlow: true, dueNow: true }],
    ["prepaid TV is paid now", PREPAID_TV, {}, { prepaidFlow: false, dueNow: true }],
    ["the last piece is for sale", SMART30, { available: 1 }, { sellable: true }],
    ["no piece is left", SMART30, { available: 0 }, { sellable: false, soldOut: true }],
    ["a bonus is not chosen yet", { type: "Tariff", tariff: "SMART60", bonus: true }, {}, { sellable: false }],
    ["somebody registered", SMART30, { registeredEmail: "nora@example.ch" }, { customerKnown: true }],
    ["somebody logged in", SMART30, { account: account() }, { customerKnown: true, solvent: true }],
    ["a business customer", SMART30, { account: account(business) }, { business: true, solvent: true }],
    ["not solvent", SMART30, { account: account({ solvent: false }) }, { solvent: false }],
    ["not solvent, but prepaid", PREPAID, { account: account({ solvent: false }) }, { solvent: true }],
    ["not solvent, but a business", SMART30, { account: account({ ...business, solvent: false }) }, { solvent: true }],
    ["the person is right", SMART30, { form: FORM, formStage: "person" }, { personValid: true, addressValid: false }],
    ["the person is wrong", SMART30, { form: wrongName, formStage: "person" }, { personValid: false }],
    ["the address is right", SMART30, { form: FORM, formStage: "address" }, { addressValid: true }],
    ["the address was never sent", SMART30, { form: FORM, formStage: null }, { addressValid: false }],
    ["the address is wrong", SMART30, { form: wrongCity, formStage: "address" }, { addressValid: false }],
    ["the customer is created", SMART30, CREATED, { customerCreated: true }],
    ["created for another contract", PREPAID, CREATED, { customerCreated: false }],
    ["created before the form was whole", SMART30, { ...CREATED, formStage: "address" }, { customerCreated: false }],
    ["created, then the document was lost", SMART30, { ...CREATED, documentId: null }, { customerCreated: false }],
    ["never created", SMART30, { ...CREATED, customerCreated: null }, { customerCreated: false }],
    ["created, then the form was removed", SMART30, { ...CREATED, form: null }, { customerCreated: false }],
    ["this version is paid", PREPAID, paid(ofThisVersion), { paid: true }],
    ["another version is paid", PREPAID, paid("another"), { paid: false }],
    ["paid, then a customer was created", PREPAID, { ...paid(ofThisVersion), ...created(true) }, { paid: true }],
    ["paid, then credit was refused", PREPAID, { ...paid(ofThisVersion), ...created(false) }, { paid: false }],
    [
      "the payment is still open",
      PREPAID,
      { payments: [{ id: "p", state: "open", fingerprint: ofThisVersion }] },
      { paid: false },
    ],
    ["ordered", SMART30, { order: { number: "K1", status: "placed", billPaid: false } }, { ordered: true }],
  ])("%s", (_what, record, change, expected) => {
    expect(facts(record, change)).toMatchObject(expected);
  });

  test("a product that is no longer sold has no price and is not for sale", () => {
    const gone = openAgainst(openCheckout(SMART30), {
      catalogue: demoWithout("mobileTariffs", "SMART30"),
      catalogueVersion: 2,
      law: LAW,
    });
    expect([gone.checked, gone.quote]).toEqual([null, null]);
    expect(factsOf(gone, NOW)).toMatchObject({ priced: false, sellable: false, prepaidFlow: false });
    expect(formContext(gone, NOW)).toMatchObject({ family: "mobile", postpaid: true });
    expect(contractKey(gone)).toBe("none/postpaid");
  });
});

describe("a checkout", () => {
  test.each([
    [SMART30, "mobile/postpaid", { family: "mobile", postpaid: true } as const, false],
    [PREPAID, "mobile/prepaid", { family: "mobile", postpaid: false } as const, true],
    [TV, "tv/postpaid", { family: "tv", postpaid: true } as const, true],
    [PREPAID_TV, "tv/prepaid", { family: "tv", postpaid: false } as const, false],
  ])("with %j has the contract %s", (record, key, context, takesPoBox) => {
    const checkout = openCheckout(record);
    expect(contractKey(checkout)).toBe(key);
    const today = { year: 2026, month: 11, day: 23 };
    expect(formContext(checkout, NOW)).toEqual({
      ...context,
      today,
      deviceTakesEsim: true,
      takesPoBox,
      documentPresent: false,
      documents: documentsFor(context),
    });
    expect(formContext({ ...checkout, documentId: "d" }, NOW).documentPresent).toBe(true);
  });

  test.each([
    ["a set-top box", { ...TV, tv_device: ["STB1"] }, demoCatalogue],
    ["an included set-top box", PREPAID_TV, demoWith("tvTariffs", "277", { poBox: true })],
    ["a device", { ...SMART30, mobile: "SAENTISX" }, demoWith("mobileTariffs", "SMART30", { poBox: true })],
  ])(
    "takes no P.O. box for %s, regardless of its tariff: its address is requested again",
    (_what, record, catalogue) => {
      const form = { ...FORM, poBox: "Postfach 12" };
      const sources = { catalogue, catalogueVersion: 2, law: LAW };
      const of = (chosen: CheckoutRecord) => openAgainst(openCheckout(chosen, { form, formStage: "address" }), sources);
      expect(formContext(of(record), NOW).takesPoBox).toBe(false);
      expect(factsOf(of(record), NOW)).toMatchObject({ personValid: true, addressValid: false });
      expect(factsOf(of(TV), NOW)).toMatchObject({ addressValid: true });
    },
  );

  test("is due with the shown amount", () => {
    expect(amountDue(openCheckout(PREPAID))).toBe(2000);
    expect(amountDue(openCheckout(SMART30))).toBe(0);
  });

  test("has a different fingerprint with a different record, form or quote, and the same with any other change", () => {
    const checkout = openCheckout(SMART30);
    const cheaper = { ...checkout.shown, quote: { ...checkout.shown.quote, monthly: 1 } };
    const versions = [
      checkout,
      { ...checkout, record: PREPAID },
      { ...checkout, form: FORM },
      { ...checkout, shown: cheaper },
    ].map(fingerprintOf);
    expect(new Set(versions).size).toBe(4);
    expect(fingerprintOf({ ...checkout, shown: { ...checkout.shown, catalogueVersion: 2 } })).toBe(versions[0]);
    expect(versions[0]).toMatch(/^[\w-]{43}$/);
  });

  test("that passes to another person loses the data of the first; for the same person it is kept", () => {
    const checkout = openCheckout(SMART30, CREATED);
    expect(customerOf(checkout, "a")).toEqual({ registeredEmail: null, registeredHash: null });
    expect(customerOf(checkout, "b")).toEqual({ ...WITHOUT_PERSON, accountId: "b" });
    expect(customerOf(openCheckout(SMART30), "a")).toEqual({ ...WITHOUT_PERSON, accountId: "a" });
    expect(new Set(Object.values(WITHOUT_PERSON))).toEqual(new Set([null]));
  });
});

describe("the price is agreed", () => {
  const checkout = openCheckout(SMART30);
  const seen = { billing: toChf(2490), oneTime: toChf(4900), total: toChf(0) };
  const totals = { monthly: 2490, firstBill: 4900, dueNow: 0 };
  const dearer = openAgainst(checkout, {
    catalogue: demoWith("mobileTariffs", "SMART30", {
      prices: [{ binding: "182400001", price: 2590, oldPrice: null }],
    }),
    catalogueVersion: 2,
    law: LAW,
  });
  const unagreed = { ...checkout.shown, unagreed: { catalogueVersion: 0, totals: { ...totals, monthly: 1990 } } };

  test("if the shown quote still applies and the page shows it, or does not send one", () => {
    expect(isPriceAgreed(checkout, seen)).toBe(true);
    expect(isPriceAgreed(checkout, null)).toBe(true);
    expect(isPriceAgreed({ ...checkout, quote: null }, seen)).toBe(true);
  });

  test.each(["billing", "oneTime", "total"])("but not if the page shows another %s", (amount) => {
    expect(isPriceAgreed(checkout, { ...seen, [amount]: toChf(100) })).toBe(false);
    expect(isSeen({ ...seen, [amount]: toChf(100) }, totals)).toBe(false);
  });

  test("but not if the catalogue has changed, or a change waits for agreement", () => {
    expect(isPriceAgreed(dearer, null)).toBe(false);
    expect(isPriceAgreed(dearer, seen)).toBe(false);
    expect(isPriceAgreed({ ...checkout, shown: unagreed }, seen)).toBe(false);
  });

  test("a rejection contains the current price and the one that the shopper knows", () => {
    const { quote } = dearer;
    if (!quote) throw new Error("It is for sale");
    const previousOf = (change: Partial<StoredCheckout>, page: typeof seen | null) => {
      const { failure } = priceChanged({ ...dearer, ...change, quote }, page, "de");
      return (failure as { checkout?: object }).checkout;
    };
    expect(previousOf({}, null)).toMatchObject({ billing: 25.9, previous: { billing: 24.9, oneTime: 49, total: 0 } });
    expect(previousOf({}, { ...seen, billing: toChf(2220) })).toMatchObject({
      previous: { billing: 22.2, oneTime: 49 },
    });
    expect(previousOf({ shown: unagreed }, seen)).toMatchObject({ previous: { billing: 19.9 } });
  });
});

describe("the version of a review", () => {
  const versionOf = (change: object) =>
    reviewVersion(openCheckout(SMART30, { form: { ...FORM, ...change }, formStage: "address" }));

  test("differs with the c/o and the P.O. box, and without them is the same as that of an older page", () => {
    const fields = [...STORED_BY["4"].filter((field) => field !== "puk" && field !== "mnpMatch"), ...ADDRESS_FIELDS];
    const before = toWire(pickFields(FORM, fields));
    const hash = createHash("sha256").update(canonical([goodsOf(SMART30), before]));
    expect(versionOf({})).toBe(hash.digest("base64url"));
    const delivered = [{}, { careOf: "Meier" }, { careOf: "Muster" }, { poBox: "Postfach 12" }];
    expect(new Set(delivered.map(versionOf)).size).toBe(4);
  });
});

describe("the customer's data in a step", () => {
  const person = { salutation: "Mr", firstName: "Max", lastName: "Muster", day: "1", month: "2", year: "1980" };
  const profile = {
    person: { ...person, mobilePhone: "41795550143" },
    address: { address: "Seeweg", number: "2", postalCode: "6000", city: "Luzern" },
  };
  const known = openCheckout(SMART30, { account: account(profile) });

  test("is only the e-mail without a token", () => {
    expect(userOf({ checkout: known, token: null })).toEqual({ email: "nora@example.ch" });
    expect(emailOf(openCheckout(SMART30, { registeredEmail: "new@example.ch" }))).toBe("new@example.ch");
    expect(emailOf(openCheckout(SMART30))).toBe("");
  });

  test("is the data on record with a token; an address outside of the register has no id", () => {
    const record = { ...profile.person, ...profile.address, addressId: "" };
    expect(userOf({ checkout: known, token: "t" })).toEqual({
      ...toWire(record),
      email: "nora@example.ch",
      country: "CH",
      token: "t",
      locked: ["email"],
    });
    expect(onRecord(known)).toEqual(record);
    const registered = account({ address: { ...profile.address, addressId: "7" } });
    expect(onRecord(openCheckout(SMART30, { account: registered }))).toMatchObject({ addressId: "7" });
    expect(onRecord(openCheckout(SMART30, { account: account() }))).toEqual({});
    expect(onRecord(openCheckout(SMART30))).toEqual({});
  });

  test("prefers data validated here to data on record: the person first, then the address", () => {
    const at = (formStage: "person" | "address") =>
      userOf({ checkout: { ...known, form: { ...FORM, addressId: "9" }, formStage }, token: "t" });
    expect(at("person")).toMatchObject({ first_name: "Nora", mobilePhone: "41784123456", city: "Luzern" });
    expect(at("address")).toMatchObject({ first_name: "Nora", city: "Zürich", number: "1", address_id: "" });
    expect(at("address")).not.toHaveProperty("idNo");
  });

  test("contains the c/o on record, until an address without one is typed", () => {
    const address = { ...profile.address, careOf: "Familie Meier" };
    const at = openCheckout(SMART30, { account: account({ ...profile, address }) });
    expect(userOf({ checkout: at, token: "t" })).toMatchObject({ care_of: "Familie Meier" });
    const typed = { ...at, form: FORM, formStage: "address" } as const;
    expect(userOf({ checkout: typed, token: "t" })).toMatchObject({ care_of: "" });
  });

  test("contains the P.O. box on record where the purchase accepts one, and a typed one in any case", () => {
    const po_box = "Postfach 12";
    const known = { account: account({ ...profile, address: { ...profile.address, poBox: po_box } }) };
    expect(userOf({ checkout: openCheckout(PREPAID, known), token: "t" })).toMatchObject({ po_box });
    expect(userOf({ checkout: openCheckout(SMART30, known), token: "t" })).not.toHaveProperty("po_box");
    const typed = openCheckout(SMART30, { form: { ...FORM, poBox: po_box }, formStage: "address", ...known });
    expect(userOf({ checkout: typed, token: "t" })).toMatchObject({ po_box });
  });
});

test.each([
  ["a c/o", { careOf: "Meier" }],
  ["a P.O. box", { poBox: "Postfach 12" }],
])(
  "a payment started before %s was introduced stays valid after the upgrade; one for another address does not",
  (_what, later) => {
    const { careOf: _careOf, poBox: _poBox, ...before } = FORM;
    const of = (form: object) => fingerprintOf(openCheckout(PREPAID, { form: form as typeof FORM }));
    expect(of(FORM)).toBe(of(before));
    expect(of({ ...before, ...later })).not.toBe(of(before));
  },
);

test("a payment stays valid for what a version after 1.0.0 adds to the form, the record, the price and its lines", () => {
  const checkout = openCheckout(PREPAID, { form: FORM });
  const { quote } = checkout.shown;
  const lines = quote.lines.map((line) => ({ ...line, ofLater: 1 }));
  const later = {
    ...checkout,
    form: { ...FORM, mnpMatch: true },
    record: { ...checkout.record, ofLater: 1 },
    shown: { ...checkout.shown, quote: { ...quote, ofLater: 1, lines } },
  };
  expect(fingerprintOf(later)).toBe(fingerprintOf(checkout));
  // As version 1.0.0 computes it.
  const known = openCheckout(PREPAID, { form: { ...FORM, idNo: "X1234567" } });
  expect(fingerprintOf(known)).toBe("AzKa9x2rzc8hQoKqJsHTgh2y_QcKKdLZ2AXA6YTQn_g");
});
