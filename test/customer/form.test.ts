import { toWire } from "#core/form/spelling.ts";
import { promisedDays } from "#core/order/after-order.ts";
import { dayInZurich } from "#core/time/dates.ts";
import { openForm } from "#server/sale/identity/sealed-identity.ts";
import { readSealedForm, type StoredForm } from "#server/sale/identity/stored-form.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DOCUMENT_TYPES } from "#core/document/documents.ts";
import type { BodyOf } from "#contract/shop/calls.ts";
import { expectOk, type Reply, type Shopper } from "../support/shopper.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { documentNumber, personForm, picture } from "../support/people.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ jobs: true });
});
afterAll(() => shop.stop());

let people = 0;
/** Registers a shopper, and returns it with the form of the person in all tests. */
async function registered(record: BodyOf<"checkout"> = { type: "Tariff", tariff: "SMART30" }) {
  const shopper = shop.shopper();
  await shopper.choose(record);
  const email = `form${(people += 1)}@example.ch`;
  await expectOk("register", shopper.register(email));
  return { shopper, email, form: personForm(email) };
}
async function upToDocument(record?: BodyOf<"checkout">) {
  const { shopper, form, ...rest } = await registered(record);
  await expectOk("validate", shopper.call("validateCustomer", form));
  await expectOk("update", shopper.call("updateCustomer", form));
  return { shopper, form, ...rest };
}
/** Expects a 422 with exactly these fields, each with a message. */
function expectRefused({ status, body }: Reply<unknown>, fields: readonly string[]): void {
  const expected = fields.map((field) => [field, [expect.stringMatching(/\w/)]]);
  expect([status, body]).toEqual([422, { errors: Object.fromEntries(expected) }]);
}

// The rules are tested in test/core/form.test.ts, the steps in test/customer/steps.test.ts and create.test.ts.
describe("a mistake in the form is answered at its field", () => {
  const transfer = { mnp: 1, mnpMsisdn: "079", mnpSubscriptionType: "Vertrag" } as const;
  const WRONG = { salutation: "", first_name: " ", day: "", month: "", simType: "2", mobilePhone: "078 x" };

  test("of step 4", async () => {
    const { shopper, form } = await registered();
    const validate = (changes: object) => shopper.call("validateCustomer", { ...form, ...changes } as never);
    const fields = ["salutation", "first_name", "last_name", "day", "month", "mobilePhone", "simType"];
    expectRefused(await validate({ ...WRONG, last_name: "x".repeat(101) }), fields);
    expectRefused(await validate({ email: "kein@@beispiel" }), ["email"]);
    expectRefused(await validate({ year: "2015" }), ["year"]);
    expectRefused(await validate({ mnp: "vielleicht", mnpAuthority: 2, mnpMatch: "ja" }), [
      "mnp",
      "mnpAuthority",
      "mnpMatch",
    ]);
    expectRefused(await validate(transfer), ["mnpMsisdn", "mnpSubscriptionType"]);
    const prepaid = { ...transfer, mnpMsisdn: "0791234567", mnpSubscriptionType: "Prepaid", puk: "123" };
    expectRefused(await validate(prepaid), ["puk"]);
    const reply = await validate({ first_name: { a: 1 } });
    expect([reply.status, (reply.body as unknown as { message: string }).message]).toEqual([
      400,
      expect.stringContaining("first_name"),
    ]);
  });

  test("of steps 4a and 5, or at the address", async () => {
    const { shopper, form } = await upToDocument({ type: "TV Tariff", tv_tariff: "TVM" });
    const wrong = { ...form, address: "", city: "", postal_code: "80011", po_box: "8021 Zürich" };
    expectRefused(await shopper.call("updateCustomer", wrong), ["address", "city", "po_box", "postal_code"]);
    const document = { citizenship: "XX", issuer: "", idNo: "12", issueDate: "2999-01-01", validUntil: "2020-01-01" };
    expectRefused(await shopper.createCustomer({ ...form, ...document, typeOfBill: "fax", terms: false }), [
      "citizenship",
      "idNo",
      "issueDate",
      "issuer",
      "terms",
      "typeOfBill",
      "validUntil",
    ]);
    const foreign = { citizenship: "RS", identifiedBy: "182400004" };
    expectRefused(await shopper.createCustomer({ ...form, ...foreign }), ["identifiedBy"]);
    const bad = { ...form, address: "Nirgendsweg" };
    expect((await shopper.call("updateCustomer", bad)).body).toMatchObject({ badAddress: true });
    const created = await shopper.createCustomer(bad);
    expect([created.status, created.body["badAddress"], created.body["message"]]).toEqual([
      409,
      true,
      expect.any(String),
    ]);
  });
});

describe("step 5", () => {
  test("every document is accepted with a citizenship and contract for which it is offered", async () => {
    const prepaid = await upToDocument({ type: "TV Tariff", tv_tariff: "TVM" });
    const FOREIGN: Readonly<Record<string, string>> = { "182400012": "AT", "182400013": "RS" };
    const citizenshipOf = (code: string) => FOREIGN[code] ?? "CH";
    for (const code of Object.keys(DOCUMENT_TYPES)) {
      const changes = { identifiedBy: code, citizenship: citizenshipOf(code), idNo: documentNumber() };
      const created = await expectOk(code, prepaid.shopper.createCustomer({ ...prepaid.form, ...changes }));
      expect((created as { body: { token: string } }).body.token).toMatch(/^[\w-]{43}$/);
    }
    const postpaid = await upToDocument();
    await expectOk("upload", postpaid.shopper.upload(await picture()));
    for (const code of ["182400005", "182400006"])
      expectRefused(await postpaid.shopper.createCustomer({ ...postpaid.form, identifiedBy: code }), ["identifiedBy"]);
  });

  test("all fields are stored and ordered as sent; token, password and username are ignored", async () => {
    const { shopper, email } = await registered();
    await shopper.choose({ type: "Tariff", tariff: "SMART30", postBill: 1 });
    const own = {
      simType: "1",
      mnp: "1",
      mnpMsisdn: "41791234567",
      mnpSubscriptionType: "Prepaid",
      puk: "12345678",
      mnpDate: "",
      mnpAuthority: true,
      mnpMatch: false,
      salutation: "Mr",
      first_name: "Žarko",
      last_name: "O‘Brien–Đu\u00ADrić",
      day: "9",
      month: "11",
      year: "1988",
      email: email.toUpperCase(),
      mobilePhone: "076 555 44 33",
      address: "Via Nassa",
      number: "12a",
      postal_code: "6900",
      city: "Lugano",
      care_of: "c/o Familie Meier",
      po_box: "",
      country: "CH",
      address_id: "1",
      typeOfBill: "post",
      terms: "true",
      identifiedBy: "182400008",
      idNo: "AB 1234567",
      issueDate: "2023-04-05",
      validUntil: "2033-04-04",
      issuer: "Migrationsamt",
      citizenship: "rs",
      isTv: "0",
      ott_user: "1",
      token: "x",
      password: "y",
      username: "z@example.ch",
    } as const;
    expect(await expectOk("validate", shopper.call("validateCustomer", own as never))).toEqual({ ok: true });
    expect(await expectOk("update", shopper.call("updateCustomer", own as never))).toEqual({ ok: true });
    await expectOk("upload", shopper.upload(await picture()));
    await expectOk("create", shopper.createCustomer(own));
    const { user, poBox } = (await expectOk("prepare 4a", shopper.prepare("4a"))) as { user: object; poBox: boolean };
    expect(poBox).toBe(false);
    expect(user).toEqual({
      mnpDate: "",
      mnpAuthority: true,
      mnpMatch: false,
      salutation: "Mr",
      first_name: "Žarko",
      last_name: "O'Brien-Đurić",
      day: "9",
      month: "11",
      year: "1988",
      email,
      mobilePhone: "41765554433",
      address: "Via Nassa",
      number: "12a",
      postal_code: "6900",
      city: "Lugano",
      care_of: "Familie Meier",
      po_box: "",
      country: "CH",
      address_id: "",
      simType: "1",
      mnp: true,
      mnpMsisdn: "41791234567",
      mnpSubscriptionType: "Prepaid",
      locked: ["email"],
      token: shopper.token,
    });
    await expectOk("order", shopper.call("createOrder", {}));
    const { rows } = await shop.database.pool.query<{ customer: StoredForm }>(
      "select customer from orders where checkout_id = $1",
      [shopper.checkoutId],
    );
    const customer = readSealedForm(rows[0]?.customer);
    const opened = await openForm(shop.kasse.services.seals, shopper.checkoutId ?? "", customer);
    const ignored = ["isTv", "ott_user", "token", "password", "username", "country"];
    const kept = Object.fromEntries(Object.entries(own).filter(([field]) => !ignored.includes(field)));
    expect(toWire(opened)).toEqual({
      ...kept,
      newMsisdn: "",
      mnp: true,
      terms: true,
      email,
      mobilePhone: "41765554433",
      address_id: "",
      care_of: "Familie Meier",
      idNo: "AB1234567",
      citizenship: "RS",
      last_name: "O'Brien-Đurić",
    });
  });
});

describe("the steps show", () => {
  test("all data of a customer on record, with the token that was sent", async () => {
    const shopper: Shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff: "SMART30" });
    await expectOk("login", shopper.logIn("mia.keller@example.ch"));
    expect(await expectOk("prepare 4", shopper.prepare("4"))).toEqual({
      user: {
        salutation: "Mrs",
        first_name: "Mia",
        last_name: "Keller",
        day: "14",
        month: "03",
        year: "1991",
        email: "mia.keller@example.ch",
        mobilePhone: "41784000001",
        address: "Bahnhofstrasse",
        number: "1",
        postal_code: "8001",
        city: "Zürich",
        country: "CH",
        address_id: "100900001",
        token: shopper.token,
        locked: "email salutation first_name last_name address number city postal_code day month year".split(" "),
      },
      tv: false,
      postpaid: true,
      solvent: true,
      esim: true,
      device: null,
      numbers: true,
      expected: promisedDays(dayInZurich(new Date())),
    });
  });

  test("in step 5 the terms of the family, and the privacy notice", async () => {
    const { shopper } = await upToDocument();
    expect(await expectOk("prepare 5", shopper.prepare("5"))).toMatchObject({
      user: { email: expect.any(String) },
      postBillFee: 3.9,
      postpaid: true,
      tv: false,
      business: false,
      recordComplete: true,
      documentKept: false,
      review: { lines: [{ code: "SMART30" }], next: { sim: {}, number: { kind: "new" }, parcel: null } },
      agb: [
        {
          code: "agb-mobile-2026",
          title: "Allgemeine Geschäftsbedingungen Mobile",
          url: "/legal/agb-mobile",
          required: true,
        },
      ],
      gdpr: { title: "Datenschutzerklärung", url: "/legal/privacy" },
    });
  });
});
