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

describe("step 4", () => {
  test.each([
    [{ salutation: "" }, ["salutation"]],
    [{ day: "", month: "" }, ["day", "month"]],
    [{ year: "2015" }, ["year"]],
    [{ day: "31", month: "02" }, ["day"]],
    [{ month: "13" }, ["month"]],
    [{ mnp: "vielleicht", mnpAuthority: 2, mnpMatch: "ja" }, ["mnp", "mnpAuthority", "mnpMatch"]],
    [{ mobilePhone: "078 412 34 56 x" }, ["mobilePhone"]],
    [{ email: "kein@@beispiel" }, ["email"]],
    [{ mobilePhone: "41446681800" }, ["mobilePhone"]],
    [{ first_name: " ", last_name: "x".repeat(101) }, ["first_name", "last_name"]],
    [{ simType: "2" }, ["simType"]],
    [{ mnp: 1, mnpMsisdn: "079", mnpSubscriptionType: "Vertrag" }, ["mnpMsisdn", "mnpSubscriptionType"]],
    [{ mnp: 1, mnpMsisdn: "0791234567", mnpSubscriptionType: "Prepaid", puk: "123" }, ["puk"]],
  ] as [object, string[]][])("%j is rejected at %j", async (changes, wrong) => {
    const { shopper, form } = await registered();
    expectRefused(await shopper.call("validateCustomer", { ...form, ...changes }), wrong);
  });

  test("a document number, a postal code and a birthday are accepted in their usual formats", async () => {
    const { shopper, form } = await registered();
    const typed = {
      ...form,
      day: "14. März 1991",
      month: "",
      year: "",
      postal_code: "CH-8001",
      mobilePhone: "78 412-34_56",
    };
    await expectOk("validate", shopper.call("validateCustomer", typed));
    await expectOk("update", shopper.call("updateCustomer", typed));
    await expectOk("upload", shopper.upload(await picture()));
    await expectOk("create", shopper.createCustomer({ ...typed, idNo: "E77 345 67", issueDate: "1. Mai 2022" }));
    expect(await expectOk("prepare 5", shopper.prepare("5"))).toMatchObject({
      user: { day: "14", month: "3", year: "1991", postal_code: "8001", mobilePhone: "41784123456" },
      identity: { idNo: "E7734567", issueDate: "2022-05-01" },
    });
  });

  test("an eSIM needs a device that supports it; the SIM is required once it can be chosen", async () => {
    const { shopper, form } = await registered();
    const lite = await shopper.choose({ type: "Tariff", tariff: "SMART30", mobile: "PIZLITE" });
    expect(await expectOk("prepare 4", shopper.prepare("4"))).toMatchObject({ esim: false, device: "Piz Lite" });
    expectRefused(await shopper.call("validateCustomer", { ...form, simType: "1" }), ["simType"]);
    await expectOk("a card", shopper.call("validateCustomer", { ...form, simType: "0" }));
    expect(lite.items.some((item) => item.sIM)).toBe(false);

    const simOf = ({ items }: Awaited<ReturnType<Shopper["choose"]>>) => items.flatMap((item) => item.sIM?.name ?? []);
    const SIM_ONLY = { type: "Tariff", tariff: "SIMONLY20" } as const;
    expect(simOf(await (await registered()).shopper.choose(SIM_ONLY))).toEqual(["SIM-Karte oder eSIM"]);
    expect(simOf(await shopper.choose(SIM_ONLY))).toEqual(["SIM-Karte"]);
    expect(await expectOk("prepare 4", shopper.prepare("4"))).toMatchObject({ esim: true, device: null });
    await expectOk("an eSIM", shopper.call("validateCustomer", { ...form, simType: "1" }));
    expect(simOf(await shopper.choose(SIM_ONLY))).toEqual(["eSIM"]);
  });

  test("a transfer is only for postpaid mobile; a PUK only for one from prepaid", async () => {
    const transfer = { mnp: 1, mnpMsisdn: "079 123 45 67", mnpSubscriptionType: "Postpaid" } as const;
    const postpaid = await registered();
    expect(
      await expectOk("validate", postpaid.shopper.call("validateCustomer", { ...postpaid.form, ...transfer })),
    ).toEqual({ ok: true });
    for (const record of [
      { type: "Tariff", tariff: "PREPAID20" },
      { type: "TV Tariff", tv_tariff: "TVM" },
    ] as const) {
      const { shopper, form } = await registered(record);
      expectRefused(await shopper.call("validateCustomer", { ...form, ...transfer }), ["mnp"]);
    }
  });

  test("values of wrong types get a message", async () => {
    const { shopper, form } = await registered();
    const reply = await shopper.call("validateCustomer", { ...form, first_name: { a: 1 } } as never);
    expect([reply.status, (reply.body as unknown as { message: string }).message]).toEqual([
      400,
      expect.stringContaining("first_name"),
    ]);
  });
});

describe("step 4a", () => {
  test("street, house number, postal code and town are checked; the house number can be empty", async () => {
    const { shopper, form } = await registered();
    await expectOk("validate", shopper.call("validateCustomer", form));
    const wrong = { ...form, address: "", city: "", postal_code: "80011" };
    expectRefused(await shopper.call("updateCustomer", wrong), ["address", "city", "postal_code"]);
    const right = { ...form, address: "Dorfplatz", number: "", postal_code: "7550", city: "Scuol", country: "CH" };
    expect(await expectOk("update", shopper.call("updateCustomer", right))).toEqual({ ok: true });
  });

  test("a P.O. box is accepted beside a street where the purchase allows it, and otherwise rejected at its field", async () => {
    const { shopper, form } = await upToDocument({ type: "Tariff", tariff: "PREPAID20" });
    const poBox = async () => (await expectOk("prepare", shopper.prepare("4a"))) as { poBox: boolean };
    const stored = async () => {
      const { rows } = await shop.database.pool.query<{ form: object }>("select form from checkouts where id = $1", [
        shopper.checkoutId,
      ]);
      return rows[0]?.form;
    };
    const typed = { ...form, address: "c/o Meier, Bahnhofstrasse, CP 12" };
    const kept = { address: "Bahnhofstrasse", care_of: "Meier", po_box: "Case postale 12" };
    await expectOk("update", shopper.call("updateCustomer", typed));
    expect([await stored(), await poBox()]).toMatchObject([kept, { poBox: true }]);
    expectRefused(await shopper.call("updateCustomer", { ...form, address: "", po_box: 12 as never }), ["address"]);
    expectRefused(await shopper.call("updateCustomer", { ...form, po_box: "8021 Zürich" }), ["po_box"]);

    await shopper.choose({ type: "Tariff", tariff: "SMART30" });
    expect([await stored(), await poBox()]).toMatchObject([kept, { poBox: false }]);
    expect(await shopper.createCustomer({ ...form, ...kept })).toMatchObject({ status: 409, body: { page: "4a" } });
    expectRefused(await shopper.call("updateCustomer", { ...form, ...kept }), ["po_box"]);
    expectRefused(await shopper.call("updateCustomer", typed), ["address"]);
    await expectOk("update", shopper.call("updateCustomer", form));
    expect(await stored()).toMatchObject({ po_box: "" });
  });

  test("an invalid address is rejected in both calls that contain one", async () => {
    const { shopper, form } = await upToDocument({ type: "TV Tariff", tv_tariff: "TVM" });
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
  test.each([
    [{ citizenship: "XX" }, ["citizenship"]],
    [{ citizenship: "RS", identifiedBy: "182400004" }, ["identifiedBy"]],
    [{ issuer: "", idNo: "12" }, ["issuer", "idNo"]],
    [{ issueDate: "2999-01-01", validUntil: "2020-01-01" }, ["issueDate", "validUntil"]],
    [{ issueDate: "2024-02-30" }, ["issueDate"]],
    [{ typeOfBill: "fax" }, ["typeOfBill"]],
    [{ terms: false }, ["terms"]],
  ] as [object, string[]][])("%j is rejected at %j", async (changes, wrong) => {
    const { shopper, form } = await upToDocument({ type: "TV Tariff", tv_tariff: "TVM" });
    expectRefused(await shopper.createCustomer({ ...form, ...changes }), wrong);
  });

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
    await expectOk("validate", shopper.call("validateCustomer", own as never));
    await expectOk("update", shopper.call("updateCustomer", own as never));
    await expectOk("upload", shopper.upload(await picture()));
    await expectOk("create", shopper.createCustomer(own));
    const { user } = (await expectOk("prepare 4a", shopper.prepare("4a"))) as { user: Record<string, string> };
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

test("the server stores the PUK of step 4: the later steps send none, and the old provider gets it", async () => {
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
  const email = "puk-kept@example.ch";
  const transfer = { mnp: true, mnpMsisdn: "41795550166", mnpSubscriptionType: "Prepaid", puk: "13572468" };
  const form = { ...personForm(email), ...transfer };
  await expectOk("register", shopper.register(email));
  await expectOk("validate", shopper.call("validateCustomer", form as never));
  const later = { ...form, puk: "" };
  await expectOk("update", shopper.call("updateCustomer", later as never));
  await shopper.upload(await picture(64, 64));
  await expectOk("create", shopper.createCustomer(later));
  await expectOk("order", shopper.call("createOrder", {}));
  await expect.poll(async () => JSON.stringify(await shop.orders())).toContain("13572468");
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

  test("in step 5 whether the checkout has a picture, which another person does not inherit", async () => {
    const { shopper } = await upToDocument();
    await expectOk("upload", shopper.upload(await picture()));
    expect(await expectOk("prepare 5", shopper.prepare("5"))).toMatchObject({ documentKept: true });
    const form = personForm("another@example.ch");
    await expectOk("register", shopper.register("another@example.ch"));
    await expectOk("validate", shopper.call("validateCustomer", form));
    await expectOk("update", shopper.call("updateCustomer", form));
    expect(await expectOk("prepare 5", shopper.prepare("5"))).toMatchObject({ documentKept: false });
  });

  test.each(["qq\u0000q", "\ud800qq", "constructor", "__proto__"])(
    "%j finds no address, and causes no error",
    async (term) => {
      expect(await expectOk("search", shop.shopper().call("addressSearch", { term }))).toEqual([]);
    },
  );

  test("a found address has its parts, and all of it in one line", async () => {
    const [hit] = await expectOk("search", shop.shopper().call("addressSearch", { term: "bahnhofstrasse 1 8001" }));
    expect(hit).toEqual({
      city: "Zürich",
      street: "Bahnhofstrasse",
      zipcode: "8001",
      house_number: "1",
      full: "Bahnhofstrasse 1, 8001 Zürich",
    });
  });
});
