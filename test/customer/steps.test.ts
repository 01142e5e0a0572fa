import { loadNumbers } from "#server/shop/phone-numbers/pool.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { customerServices, type CustomerServices, type Registered } from "../support/customer-services.ts";
import { BUSINESS, SMART30 } from "../support/order-services.ts";
import { changeCheckout } from "#server/sale/checkout/queries.ts";

let shop: CustomerServices;
beforeAll(async () => {
  shop = await customerServices();
});
afterAll(() => shop.sale.close());
beforeEach(() => shop.reset());

const OK = { ok: true, value: { ok: true } };
const refused = (name: string, more: object = {}) => ({ ok: false, failure: { name, ...more } });
const invalid = (fields: object) => refused("invalidFields", { fields });
const stored = ({ checkoutId }: Registered) => shop.sale.reload(checkoutId);
const TRANSFER = {
  mnp: true,
  mnpMsisdn: "079 555 01 43",
  mnpSubscriptionType: "Prepaid",
  puk: "1234 5678",
  mnpAuthority: true,
};
/** The fields that step 4 does not contain. */
const LATER = {
  address: "",
  number: "",
  city: "",
  postalCode: "",
  typeOfBill: "",
  terms: false,
  identifiedBy: "",
  idNo: "",
  issueDate: "",
  validUntil: "",
  issuer: "",
  citizenship: "",
};
const PREPAID = { type: "Tariff", tariff: "PREPAID20" } as const;
const TV = { type: "TV Tariff", tv_tariff: "TVM" } as const;

describe("step 4, the person", () => {
  test("stores only the person", async () => {
    const person = await shop.registered(SMART30);
    expect(await shop.validate(person)).toEqual(OK);
    const { form, formStage } = await stored(person);
    expect([form, formStage]).toEqual([{ ...person.form, ...LATER }, "person"]);
    expect(shop.askedSystems).toEqual([]);
  });

  test("of a form stored up to the address changes only the person", async () => {
    const person = await shop.withForm(SMART30);
    await shop.validate(person, { first_name: "Anna", city: "Bern" });
    expect(await stored(person)).toMatchObject({
      form: { ...person.form, firstName: "Anna" },
      formStage: "address",
      customerCreated: null,
    });
  });

  test("of a created customer leads to the document again, with all typed data", async () => {
    const created = { customerCreated: { contract: "mobile/postpaid", solvent: true }, formStage: "all" } as const;
    const person = await shop.withForm(SMART30, created);
    await shop.validate(person, { first_name: "Anna" });
    expect(await stored(person)).toMatchObject({ formStage: "address", customerCreated: null });
  });

  test("without changes is not written, so that the created customer and the payment stay", async () => {
    const created = { customerCreated: { contract: "mobile/postpaid", solvent: true }, formStage: "all" } as const;
    const person = await shop.withForm(SMART30, created);
    const before = await stored(person);
    expect(await shop.validate(person)).toEqual(OK);
    expect(await shop.update(person)).toEqual(OK);
    expect((await stored(person)).revision).toBe(before.revision);
  });

  test("with a mistake is not stored", async () => {
    const person = await shop.registered(SMART30);
    expect(await shop.validate(person, { first_name: "", year: "2015" })).toEqual(
      invalid({ first_name: "empty.firstName", year: "birthday.limit" }),
    );
    expect((await stored(person)).form).toBeNull();
  });

  test("with an eSIM needs a device that supports it", async () => {
    const lite = await shop.registered({ ...SMART30, mobile: "PIZLITE" });
    expect(await shop.validate(lite, { simType: "1" })).toEqual(invalid({ simType: "esimNotOffered" }));
    expect(await shop.validate(lite, { simType: "0" })).toEqual(OK);
    expect(await shop.validate(await shop.registered(SMART30), { simType: "1" })).toEqual(OK);
  });

  test("closes the payment of the previous form", async () => {
    const person = await shop.withForm(PREPAID);
    await shop.pay(await stored(person), `form-${person.email}`);
    await shop.validate(person, { first_name: "Anna" });
    expect((await stored(person)).payments).toMatchObject([{ state: "cancelled" }]);
  });
});

describe("a number transfer", () => {
  test("is checked with the old provider, with the holder's name", async () => {
    const person = await shop.registered(SMART30);
    expect(await shop.validate(person, TRANSFER)).toEqual(OK);
    expect(shop.askedSystems).toEqual([
      [
        "checkTransfer",
        {
          msisdn: "41795550143",
          subscriptionType: "Prepaid",
          puk: "12345678",
          holder: { firstName: "Nora", lastName: "Beispiel" },
        },
      ],
    ]);
  });

  test("is only for postpaid mobile, and its PUK only for a number from prepaid", async () => {
    const postpaid = await shop.registered(SMART30);
    const transfer = { ...TRANSFER, mnpSubscriptionType: "Postpaid" };
    expect(await shop.validate(postpaid, { ...transfer, puk: "1" })).toEqual(OK);
    expect((await stored(postpaid)).form).toMatchObject({ mnp: true, puk: "" });
    expect(await shop.validate(postpaid, { ...TRANSFER, puk: "1" })).toEqual(invalid({ puk: "puk" }));
    for (const record of [PREPAID, TV])
      expect(await shop.validate(await shop.registered(record), transfer)).toEqual(
        invalid({ mnp: "transferNotOffered" }),
      );
  });

  test("keeps the PUK of step 4: the later steps send none", async () => {
    const person = await shop.registered(SMART30);
    const later = { ...TRANSFER, puk: "" };
    expect(await shop.validate(person, TRANSFER)).toEqual(OK);
    expect(await shop.update(person, later)).toEqual(OK);
    expect(await shop.create(person, later)).toMatchObject({ ok: true });
    expect((await stored(person)).form).toMatchObject({ puk: "12345678" });
  });

  test.each([
    [["mnpMsisdn"], { mnpMsisdn: "refused.mnp" }],
    [["puk"], { puk: "refused.puk" }],
    [["mnpMsisdn", "puk"], { mnpMsisdn: "refused.mnp", puk: "refused.puk" }],
  ] as const)("that the old provider refuses for %j is not stored, in any step", async (wrong, fields) => {
    const person = await shop.withForm(SMART30);
    shop.reset({ checkTransfer: async () => ({ refused: wrong }) });
    for (const step of [shop.validate, shop.update, shop.create])
      expect(await step(person, TRANSFER)).toEqual(refused("refusedFields", { fields }));
    expect((await stored(person)).form).toMatchObject({ mnp: false });
  });
});

describe("the day of a transfer", () => {
  test("is stored as chosen, and only for a transfer", async () => {
    const person = await shop.registered(SMART30);
    expect(await shop.validate(person, { ...TRANSFER, mnpDate: "12.1.2027" })).toEqual(OK);
    expect((await stored(person)).form).toMatchObject({ mnpDate: "2027-01-12", mnpAuthority: true });
    expect(await shop.validate(person, { ...TRANSFER, mnp: false, mnpDate: "12.1.2027" })).toEqual(OK);
    expect((await stored(person)).form).toMatchObject({ mnpDate: "", mnpAuthority: false });
  });

  test.each([
    ["2026-11-25", "transferDay.tooEarly"],
    ["2026-12-05", "transferDay.notWorking"],
    ["2027-08-02", "transferDay.tooLate"],
    ["31.2.2027", "date"],
  ])("%s is a mistake", async (mnpDate, mistake) => {
    const person = await shop.registered(SMART30);
    expect(await shop.validate(person, { ...TRANSFER, mnpDate })).toEqual(invalid({ mnpDate: mistake }));
  });

  const bound = { year: 2027, month: 3, day: 27 };
  test.each([
    ["accepts the number, but not yet", { refused: [], earliest: bound }],
    ["calls it bound", { refused: ["mnpMsisdn"], reason: "bound", earliest: bound }],
  ] as const)("is later if the old provider %s: the first possible working day is returned", async (_how, answer) => {
    const person = await shop.withForm(SMART30);
    shop.reset({ checkTransfer: async () => answer });
    const later = refused("refusedFields", {
      // 27 March 2027 is a Saturday before Easter: the Tuesday after it is possible.
      fields: { mnpDate: { text: "refused.mnpEarliest", values: { day: "30. März 2027" } } },
      suggested: { mnpDate: "2027-03-30" },
    });
    for (const step of [shop.validate, shop.update, shop.create]) {
      expect(await step(person, TRANSFER)).toEqual(later);
      expect(await step(person, { ...TRANSFER, mnpDate: "2027-03-25" })).toEqual(later);
    }
    expect(await shop.validate(person, { ...TRANSFER, mnpDate: "2027-03-30" })).toEqual(OK);
    expect(await shop.validate(person, { ...TRANSFER, mnpDate: "2027-04-06" })).toEqual(OK);
  });

  test("is valid if the contract has ended by the chosen day", async () => {
    const person = await shop.withForm(SMART30);
    shop.reset({ checkTransfer: async () => ({ refused: [], earliest: { year: 2026, month: 11, day: 20 } }) });
    expect(await shop.validate(person, TRANSFER)).toEqual(OK);
  });

  test("is not requested for an unassigned number of the shop's own pool", async () => {
    const own = "41785550199";
    await loadNumbers(shop.sale.db, [own], { actor: "anna", reason: null, now: shop.sale.clock.now });
    const person = await shop.withForm(SMART30);
    const unknown = refused("refusedFields", { fields: { mnpMsisdn: "refused.mnpUnknown" } });
    for (const step of [shop.validate, shop.update, shop.create])
      expect(await step(person, { ...TRANSFER, mnpMsisdn: own })).toEqual(unknown);
  });

  test("does not help if the PUK is also wrong, or another field is rejected", async () => {
    const person = await shop.withForm(SMART30);
    shop.reset({ checkTransfer: async () => ({ refused: ["puk"], earliest: bound }) });
    expect(await shop.validate(person, TRANSFER)).toEqual(refused("refusedFields", { fields: { puk: "refused.puk" } }));
    shop.reset({ checkTransfer: async () => ({ refused: ["mnpMsisdn"], reason: "holder", earliest: bound }) });
    expect(await shop.validate(person, TRANSFER)).toEqual(
      refused("refusedFields", { fields: { mnpMsisdn: "refused.mnpHolder" } }),
    );
  });
});

describe("the authority for a transfer", () => {
  test("is recorded in the language in which it was ticked, regardless of the language of later steps", async () => {
    const person = await shop.withForm(SMART30);
    const signed = { ...TRANSFER, mnpAuthority: true };
    const authority = async () => (await stored(person)).terms;
    expect(await shop.validate(person, signed, "fr")).toEqual(OK);
    expect(await shop.update(person, signed, "de")).toEqual(OK);
    const created = await shop.create(person, signed, "it");
    if (!created.ok) throw new Error(created.failure.name);
    expect(await authority()).toMatchObject({
      locale: "it",
      authorityLocale: "fr",
      authority: expect.stringMatching(/^Titulaire du numéro\u202f: Nora Beispiel/),
    });
    // Ticked again in another language.
    const loggedIn = { ...person, token: created.value.body.token };
    expect(await shop.validate(loggedIn, signed, "de")).toEqual(OK);
    expect(await shop.create(loggedIn, signed, "fr")).toMatchObject({ ok: true });
    expect(await authority()).toMatchObject({ locale: "fr", authorityLocale: "de" });
  });

  test("must be ticked where it is shown, in every step; older clients do not show it", async () => {
    const person = await shop.withForm(SMART30);
    for (const step of [shop.validate, shop.update, shop.create])
      expect(await step(person, { ...TRANSFER, mnpAuthority: false })).toEqual(
        invalid({ mnpAuthority: "mnpAuthority" }),
      );
    expect(await shop.validate(person, { ...TRANSFER, mnpAuthority: undefined })).toEqual(OK);
    expect((await stored(person)).form).toMatchObject({ mnpAuthority: false });
  });

  test("is recorded word for word with the terms; without a tick there is none", async () => {
    const person = await shop.withForm(SMART30);
    expect(await shop.create(person, { ...TRANSFER, mnpDate: "2027-01-12" })).toMatchObject({ ok: true });
    const { terms } = await stored(person);
    expect(terms?.authority).toContain("Nora Beispiel, bin Inhaberin oder Inhaber der Mobilnummer +41 79 555 01 43.");
    expect(terms?.authority).toContain("am 12. Januar 2027");
    const other = await shop.withForm(SMART30);
    await shop.create(other, { ...TRANSFER, mnpAuthority: undefined });
    expect((await stored(other)).terms).toMatchObject({ locale: "de" });
    expect((await stored(other)).terms?.authority).toBeUndefined();
  });
});

describe("a refused transfer", () => {
  test.each([
    ["holder", "refused.mnpHolder"],
    ["unknown", "refused.mnpUnknown"],
    ["kind", "refused.mnpKind"],
    ["bound", "refused.mnpBound"],
    ["underway", "refused.mnpUnderway"],
  ] as const)("because of %s reports the reason", async (reason, text) => {
    const person = await shop.withForm(SMART30);
    shop.reset({ checkTransfer: async () => ({ refused: ["mnpMsisdn"], reason }) });
    expect(await shop.validate(person, TRANSFER)).toEqual(refused("refusedFields", { fields: { mnpMsisdn: text } }));
  });
});

test("a number whose transfer an order has under way is refused at its field, without asking anybody", async () => {
  const person = await shop.withForm(SMART30);
  const other = await shop.registered(SMART30);
  await shop.sale.order(other.checkoutId, await shop.sale.account("other-transfer@example.ch"));
  await shop.sale.query(
    `insert into number_transfers (msisdn, order_number, until)
     select '41795550143', number, $2 from orders where checkout_id = $1`,
    [other.checkoutId, new Date(shop.sale.clock.now.getTime() + 1000)],
  );
  const taken = refused("refusedFields", { fields: { mnpMsisdn: "refused.mnpOrdered" } });
  expect(await shop.validate(person, TRANSFER)).toEqual(taken);
  expect(await shop.create(person, TRANSFER)).toEqual(taken);
  expect(shop.askedSystems).toEqual([]);
  await shop.sale.query("delete from number_transfers");
  expect(await shop.validate(person, TRANSFER)).toEqual(OK);
});

describe("step 4a, the address", () => {
  test("stores person and address, after the operator's systems have checked it", async () => {
    const person = await shop.registered(SMART30);
    await shop.validate(person);
    expect(await shop.update(person)).toEqual(OK);
    expect(await stored(person)).toMatchObject({
      form: { address: "Bahnhofstrasse", number: "1", postalCode: "8001", city: "Zürich", idNo: "" },
      formStage: "address",
    });
    expect(shop.askedSystems).toEqual([
      ["isAddressBad", { street: "Bahnhofstrasse", number: "1", postalCode: "8001", city: "Zürich" }],
    ]);
  });

  test("with the same address is also stored the first time", async () => {
    const person = await shop.withForm(SMART30, { formStage: "person" });
    expect(await shop.update(person)).toEqual(OK);
    expect(await stored(person)).toMatchObject({ formStage: "address" });
  });

  test("with a P.O. box beside the street is stored where the purchase allows it, and otherwise rejected at its field", async () => {
    const typed = { address: "c/o Meier, Bahnhofstrasse, CP 12" };
    const kept = { address: "Bahnhofstrasse", careOf: "Meier", poBox: "Case postale 12" };
    const person = await shop.withForm(PREPAID);
    expect(await shop.update(person, typed)).toEqual(OK);
    expect((await stored(person)).form).toMatchObject(kept);
    expect(await shop.update(person, { address: "", po_box: "12" })).toEqual(invalid({ address: "empty.address" }));
    expect(await shop.update(person, { po_box: "8021 Zürich" })).toEqual(invalid({ po_box: "poBox" }));
    // The choice becomes one that allows none.
    await changeCheckout(shop.sale.db, shop.sale.needs, await stored(person), { record: SMART30 });
    expect((await stored(person)).form).toMatchObject(kept);
    const sent = { address: "Bahnhofstrasse", care_of: "Meier", po_box: "Case postale 12" };
    expect(await shop.create(person, sent)).toEqual(refused("stepRefused", { page: "4a" }));
    expect(await shop.update(person, sent)).toEqual(invalid({ po_box: "noPoBox" }));
    expect(await shop.update(person, typed)).toEqual(invalid({ address: "noPoBox" }));
    expect(await shop.update(person)).toEqual(OK);
    expect((await stored(person)).form).toMatchObject({ poBox: "" });
  });

  test("without delivery is rejected", async () => {
    const person = await shop.withForm(SMART30);
    shop.reset({ isAddressBad: async () => true });
    expect(await shop.update(person, { number: "2" })).toEqual(refused("badAddress"));
    expect(await shop.create(person)).toEqual(refused("badAddress"));
    expect((await stored(person)).form).toMatchObject({ number: "1" });
  });

  test("with a mistake in the person or the address is not stored", async () => {
    const person = await shop.withForm(SMART30);
    expect(await shop.update(person, { last_name: "", postal_code: "80011" })).toEqual(
      invalid({ last_name: "empty.lastName", postal_code: expect.any(String) }),
    );
    expect((await stored(person)).form).toMatchObject({ postalCode: "8001" });
  });
});

describe("a step is rejected", () => {
  test("in a checkout that does not exist", async () => {
    const person = { ...(await shop.registered(SMART30)), checkoutId: "x".repeat(32) };
    for (const step of [shop.validate, shop.update, shop.create])
      expect(await step(person)).toEqual(refused("checkoutUnknown"));
  });

  test("before the previous one, with the furthest open step", async () => {
    const person = await shop.registered(SMART30);
    expect(await shop.update(person)).toEqual(refused("stepRefused", { page: "4" }));
    expect(await shop.create(person)).toEqual(refused("stepRefused", { page: "4" }));
    await changeCheckout(shop.sale.db, shop.sale.needs, await stored(person), { registeredEmail: null });
    expect(await shop.validate(person)).toEqual(refused("stepRefused", { page: "3" }));
  });

  test("for an existing customer without a token", async () => {
    const person = await shop.withForm(SMART30);
    const accountId = await shop.sale.account(person.email);
    await changeCheckout(shop.sale.db, shop.sale.needs, await stored(person), { accountId });
    for (const step of [shop.validate, shop.update, shop.create])
      expect(await step(person)).toEqual(refused("stepRefused", { page: "3" }));
  });

  test("of person and address for a business customer", async () => {
    const { checkout, ...visitor } = await shop.customer(SMART30, { profile: BUSINESS });
    const person = { ...visitor, email: "", form: checkout.form } as Registered;
    for (const step of [shop.validate, shop.update])
      expect(await step(person)).toEqual(refused("stepRefused", { page: "5" }));
  });

  test("if another tab has changed the checkout in the meantime, whose change wins", async () => {
    const person = await shop.withForm(SMART30);
    const otherTab = async () => {
      await changeCheckout(shop.sale.db, shop.sale.needs, await stored(person), { locale: "it" });
      return false;
    };
    shop.reset({ isAddressBad: otherTab });
    expect(await shop.update(person, { number: "2" })).toEqual(refused("stepRefused", { page: "5" }));
    expect(await shop.create(person)).toEqual(refused("stepRefused", { page: "5" }));
    expect(await stored(person)).toMatchObject({ form: { number: "1" }, customerCreated: null, account: null });
  });
});

test("a step after another tab has created the customer leads on, not back to the login", async () => {
  const person = await shop.withForm(SMART30);
  shop.reset({
    isAddressBad: async () => {
      shop.reset();
      await shop.create(person);
      return false;
    },
  });
  expect(await shop.update(person, { number: "2" })).toEqual(refused("stepRefused", { page: "5" }));
});

describe("the e-mail", () => {
  test("can be omitted or repeated", async () => {
    const person = await shop.registered(SMART30);
    expect(await shop.validate(person, { email: "" })).toEqual(OK);
    expect(await shop.validate(person, { email: person.email.toUpperCase() })).toEqual(OK);
    expect((await stored(person)).form).toMatchObject({ email: person.email });
  });

  test("without an account is a mistake, because it cannot be changed here", async () => {
    const person = await shop.registered(SMART30);
    expect(await shop.validate(person, { email: "other@example.ch" })).toEqual(invalid({ email: "emailOfAccount" }));
  });

  test("of another customer leads to the login, whether an account or the customer base has it", async () => {
    const person = await shop.registered(SMART30);
    const taken = (username: string) => refused("userExists", { username });
    await shop.sale.account("taken@example.ch");
    expect(await shop.validate(person, { email: "taken@example.ch" })).toEqual(taken("taken@example.ch"));
    const profile = {};
    shop.reset({ findByEmail: async (email) => ({ userId: "1", email, profile }) });
    expect(await shop.validate(person, { email: "base@example.ch" })).toEqual(taken("base@example.ch"));
  });
});
