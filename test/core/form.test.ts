import { describe, expect, test } from "vitest";
import { STATELESS } from "#core/address/countries.ts";
import { addressErrors } from "#core/form/address-errors.ts";
import { documentErrors } from "#core/form/document-errors.ts";
import type { FormContext } from "#core/form/mistakes.ts";
import { personErrors } from "#core/form/person-errors.ts";
import { DEFAULT_DOCUMENT_TYPE, defaultDocument, documentAfter, offeredDocuments } from "#core/document/documents.ts";
import { documentsFor } from "../support/law.ts";
import { wholeForm } from "../support/people.ts";

const FORM = wholeForm("nora@example.ch");
const CONTEXT: FormContext = {
  family: "mobile",
  postpaid: true,
  today: { year: 2026, month: 11, day: 21 },
  deviceTakesEsim: true,
  takesPoBox: true,
  documentPresent: true,
  documents: documentsFor({ family: "mobile", postpaid: true }),
};

const TV = { family: "tv", postpaid: true } as const;
const PREPAID_TRANSFER = { mnp: true, mnpMsisdn: "41795550143", mnpSubscriptionType: "Prepaid" };

describe("the customer form", () => {
  test("is valid in the fixture", () => {
    expect({
      ...personErrors(FORM, CONTEXT),
      ...addressErrors(FORM, CONTEXT),
      ...documentErrors(FORM, CONTEXT),
    }).toEqual({});
  });

  test("an eSIM needs a device that supports it", () => {
    const context = { ...CONTEXT, deviceTakesEsim: false };
    expect(personErrors({ ...FORM, simType: "1" }, context)).toEqual({ simType: "esimNotOffered" });
    expect(personErrors({ ...FORM, simType: "0" }, context)).toEqual({});
    expect(personErrors({ ...FORM, simType: "1" }, { ...context, family: "tv" })).toEqual({});
  });

  test.each([
    [{ salutation: "" }, { salutation: "chooseOne" }],
    [{ firstName: " " }, { firstName: "empty.firstName" }],
    [{ lastName: "x".repeat(101) }, { lastName: "tooLong" }],
    [{ firstName: "A\u0007b" }, { firstName: "invisible" }],
    [{ firstName: ` ${"x".repeat(100)} ` }, {}],
    [{ firstName: "𐐀".repeat(100) }, {}],
    [{ lastName: "Müller\u2011Meier" }, {}],
    [{ firstName: "A\u007fb" }, { firstName: "invisible" }],
    [{ firstName: "A\u009fb" }, { firstName: "invisible" }],
    [{ firstName: "A\u00a0b" }, {}],
    [{ simType: "2" }, { simType: "chooseOne" }],
    [{ simType: "" }, { simType: "chooseOne" }],
    [{ simType: "1" }, {}],
    [{ email: "nobody" }, { email: "email" }],
    [{ email: " " }, { email: "empty.email" }],
    [{ email: " mailto:Nora@example.ch " }, {}],
    [{ mobilePhone: "+423 791 23 45" }, { mobilePhone: "phone.notMobile" }],
    [{ mobilePhone: "4178412345" }, { mobilePhone: "phone.tooShort" }],
    [{ day: "31", month: "02" }, { day: "date" }],
    [{ month: "13" }, { month: "date" }],
    [{ month: "dinges", day: "x" }, { month: "date" }],
    [{ year: "1066" }, { year: "date" }],
    [{ year: "2008", month: "11", day: "22" }, { year: "birthday.limit" }],
    [{ day: "" }, { day: "empty.day" }],
    [{ day: "14. dinges 1991", month: "", year: "" }, { day: "date" }],
    [
      { day: " ", month: " ", year: " " },
      { day: "empty.birthday", month: "empty.birthday", year: "empty.birthday" },
    ],
    [{ month: "" }, { month: "empty.month" }],
    [{ month: "März" }, {}],
    [{ day: "14. mars 1991", month: "", year: "" }, {}],
    [{ year: "" }, { year: "empty.year" }],
    [{ mnp: true }, { mnpMsisdn: "empty.mnpMsisdn", mnpSubscriptionType: "chooseOne" }],
    [{ ...PREPAID_TRANSFER, puk: "1234567" }, { puk: "puk" }],
    [{ ...PREPAID_TRANSFER, puk: "" }, { puk: "empty.puk" }],
    [{ ...PREPAID_TRANSFER, puk: "1234 5678" }, {}],
    [{ ...PREPAID_TRANSFER, puk: "12345678" }, {}],
    [{ ...PREPAID_TRANSFER, puk: "123456789" }, { puk: "puk" }],
    [{ ...PREPAID_TRANSFER, puk: "x12345678" }, { puk: "puk" }],
    [{ ...PREPAID_TRANSFER, puk: "abcdefgh" }, { puk: "puk" }],
    [{ ...PREPAID_TRANSFER, puk: "12345678", mnpMsisdn: "044 668 18 00" }, { mnpMsisdn: "phone.notMobile" }],
    [{ mnp: true, mnpMsisdn: "41795550143", mnpSubscriptionType: "Postpaid" }, {}],
    [{ year: "2008", month: "11", day: "21" }, {}],
    [{ firstName: "Đorđe Ахмед 王" }, {}],
    [{ lastName: "\u200b" }, { lastName: "invisible" }],
    [{ lastName: "Nora\u202eBeispiel" }, { lastName: "invisible" }],
    [{ lastName: "…" }, { lastName: "noLetters" }],
    [{ lastName: "مريم\u200cها" }, {}],
  ])("step 4: %j", (change, errors) => {
    expect(personErrors({ ...FORM, ...change }, CONTEXT)).toEqual(errors);
  });

  test("a transfer is offered only for postpaid mobile, a SIM not for TV", () => {
    const transfer = { ...FORM, mnp: true, mnpMsisdn: "41795550143", mnpSubscriptionType: "Postpaid" };
    for (const wish of [transfer, { ...FORM, mnp: true }]) {
      expect(personErrors(wish, { ...CONTEXT, postpaid: false })).toEqual({ mnp: "transferNotOffered" });
      expect(personErrors(wish, { ...CONTEXT, family: "tv" })).toEqual({ mnp: "transferNotOffered" });
    }
    expect(personErrors({ ...FORM, simType: "" }, { ...CONTEXT, family: "tv" })).toEqual({});
  });

  test.each([
    [{ address: "" }, { address: "empty.address" }],
    [{ number: "1234567890123" }, { number: "houseNumberTooLong" }],
    [{ number: "123456789012" }, {}],
    [{ number: " 123456789012 " }, {}],
    [{ number: "  " }, {}],
    [{ number: "1\u0007" }, { number: "invisible" }],
    [{ postalCode: "9484" }, {}],
    [{ postalCode: "9485" }, { postalCode: "liechtenstein" }],
    [{ postalCode: "9490" }, { postalCode: "liechtenstein" }],
    [{ postalCode: "9498" }, { postalCode: "liechtenstein" }],
    [{ postalCode: "9499" }, {}],
    [{ postalCode: "94901" }, { postalCode: "postalCode" }],
    [{ postalCode: "19490" }, { postalCode: "postalCode" }],
    [{ postalCode: "80011" }, { postalCode: "postalCode" }],
    [{ postalCode: "" }, { postalCode: "empty.postalCode" }],
    [{ postalCode: "CH-8001" }, {}],
    [{ postalCode: "8001 Zürich" }, {}],
    [{ postalCode: "CH-9490" }, { postalCode: "liechtenstein" }],
    [{ postalCode: "800" }, { postalCode: "postalCode" }],
    [{ postalCode: "0800" }, { postalCode: "postalCode" }],
    [{ city: "" }, { city: "empty.city" }],
    [{ number: "" }, {}],
    [{ careOf: "" }, {}],
    [{ careOf: " " }, {}],
    [{ careOf: "Familie Meier" }, {}],
    [{ careOf: "x".repeat(100) }, {}],
    [{ careOf: "x".repeat(101) }, { careOf: "tooLong" }],
    [{ careOf: "Mei\u0007er" }, { careOf: "invisible" }],
    [{ careOf: "/" }, { careOf: "noLetters" }],
    [{ careOf: "🙂" }, { careOf: "noLetters" }],
    [{ poBox: " " }, {}],
    [{ poBox: "12" }, {}],
    [{ poBox: "Case postale" }, {}],
    [{ poBox: "Postfach 12, 8021 Zürich" }, { poBox: "poBox" }],
    [{ poBox: "Meier" }, { poBox: "poBox" }],
    [{ poBox: "12\u0007" }, { poBox: "poBox" }],
    [{ address: "Bahnhofstrasse 1, Postfach 12" }, {}],
    [{ address: "Postfach 12" }, { address: "empty.address" }],
    [{ address: "", poBox: "Postfach 12" }, { address: "empty.address" }],
    [{ address: "\u200b, Postfach" }, { address: "empty.address" }],
  ])("step 4a: %j", (change, errors) => {
    expect(addressErrors({ ...FORM, ...change }, CONTEXT)).toEqual(errors);
  });

  test.each([
    [{ poBox: "Postfach 12" }, { poBox: "noPoBox" }],
    [{ poBox: "Meier" }, { poBox: "noPoBox" }],
    [{ address: "Bahnhofstrasse 1, Postfach 12" }, { address: "noPoBox" }],
    [{ address: "Postfach 12" }, { address: "noPoBox" }],
    [{ address: "Postfachweg 12" }, {}],
    [{ address: "Hof PF" }, {}],
    [{ poBox: " " }, {}],
  ])("step 4a of a purchase that accepts no P.O. box: %j", (change, errors) => {
    expect(addressErrors({ ...FORM, ...change }, { takesPoBox: false })).toEqual(errors);
  });

  test.each([
    [{ citizenship: "XX" }, { citizenship: "chooseOne" }],
    [{ issuer: "" }, { issuer: "empty.issuer" }],
    [{ idNo: "" }, { idNo: "empty.idNo" }],
    [{ idNo: "E12 345 67" }, {}],
    [{ idNo: "E12.345.67" }, {}],
    [{ idNo: "AB-1" }, { idNo: "idNo" }],
    [{ idNo: "A234" }, { idNo: "idNo" }],
    [{ idNo: "A2345" }, {}],
    [{ idNo: "A".repeat(20) }, {}],
    [{ idNo: "A".repeat(21) }, { idNo: "idNo" }],
    [{ idNo: "/A2345" }, { idNo: "idNo" }],
    [{ idNo: "A2345/" }, { idNo: "idNo" }],
    [{ issueDate: "" }, { issueDate: "empty.issueDate" }],
    [{ validUntil: "" }, { validUntil: "empty.validUntil" }],
    [{ issueDate: "2022-02-30" }, { issueDate: "date" }],
    [{ year: "" }, {}],
    [{ issueDate: "2026-11-22" }, { issueDate: "issueDate.future" }],
    [{ issueDate: "2026-11-21" }, {}],
    [{ issueDate: "1991-03-13" }, { issueDate: "issueDate.beforeBirth" }],
    [{ issueDate: "1991-03-14" }, {}],
    [{ validUntil: "9999-12-31" }, { validUntil: "validUntil.tooFar" }],
    [{ validUntil: "2056-11-21" }, {}],
    [{ validUntil: "2026-11-20" }, { validUntil: "validUntil.past" }],
    [{ validUntil: "2026-11-21" }, {}],
    [{ validUntil: "2027-02-30" }, { validUntil: "date" }],
    [{ typeOfBill: "post" }, {}],
    [{ typeOfBill: "fax" }, { typeOfBill: "chooseOne" }],
    [{ terms: false }, { terms: "terms" }],
    [{ identifiedBy: "182400006" }, { identifiedBy: "document.notOffered" }],
    [{ citizenship: "RS", identifiedBy: "182400013" }, {}],
  ])("step 5: %j", (change, errors) => {
    expect(documentErrors({ ...FORM, ...change }, CONTEXT)).toEqual(errors);
  });

  test("an image is required for a SIM and not for TV", () => {
    expect(documentErrors(FORM, { ...CONTEXT, documentPresent: false })).toEqual({ document: "document.missing" });
    expect(documentErrors(FORM, { ...CONTEXT, documentPresent: false, documents: documentsFor(TV) })).toEqual({});
  });
});

describe("identity documents", () => {
  const last = (types: readonly string[]) => types.map((type) => type.slice(-3)).join(" ");
  const PREPAID = documentsFor({ family: "mobile", postpaid: false });
  const POSTPAID = documentsFor({ family: "mobile", postpaid: true });

  test.each([
    ["CH", "003 004 005 006 007 008 009 010 011", "003 004 007 008 009 010 011"],
    ["AT", "012 005 006 007 008 009 010 011", "012 007 008 009 010 011"],
    ["IT", "012 005 006 007 008 009 010 011", "012 007 008 009 010 011"],
    ["DE", "012 005 006 007 008 009 010 011", "012 007 008 009 010 011"],
    ["FR", "012 005 006 007 008 009 010 011", "012 007 008 009 010 011"],
    ["PT", "005 006 007 008 009 010 011", "007 008 009 010 011"],
    ["RS", "013 007 008 009 010 011", "013 007 008 009 010 011"],
    [STATELESS, "013 007 008 009 010 011", "013 007 008 009 010 011"],
  ])("%s", (citizenship, prepaid, postpaid) => {
    expect(last(offeredDocuments(citizenship, PREPAID))).toBe(prepaid);
    expect(last(offeredDocuments(citizenship, POSTPAID))).toBe(postpaid);
    expect(last(offeredDocuments(citizenship, documentsFor(TV)))).toBe(prepaid);
  });

  test("the Swiss passport is preselected where it is offered, otherwise the first document", () => {
    expect(defaultDocument("CH", POSTPAID)).toBe(DEFAULT_DOCUMENT_TYPE);
    expect(defaultDocument("DE", POSTPAID)).toBe("182400012");
  });

  test("the default follows the citizenship in both directions; a chosen type stays while it is offered", () => {
    const oneOfEachGroup = ["CH", "AT", "PT", "RS"];
    for (const rules of [PREPAID, POSTPAID])
      for (const from of oneOfEachGroup)
        for (const to of oneOfEachGroup) {
          const there = documentAfter({ from, to }, defaultDocument(from, rules), rules);
          expect(there).toBe(defaultDocument(to, rules));
          expect(documentAfter({ from: to, to: from }, there, rules)).toBe(defaultDocument(from, rules));
        }
    const permitC = "182400008";
    expect(documentAfter({ from: "CH", to: "ES" }, permitC, POSTPAID)).toBe(permitC);
    expect(documentAfter({ from: "CH", to: "ES" }, "182400003", POSTPAID)).toBe(defaultDocument("ES", POSTPAID));
  });
});
