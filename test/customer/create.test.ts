import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { storedProfile, type Profile } from "#server/sale/identity/profile.ts";
import { claimDocument, documentHash } from "#server/sale/document/claims.ts";
import { endTokensOf, endLogin } from "#server/sale/identity/tokens.ts";
import {
  customerServices,
  tokenOf,
  type Created,
  type CustomerServices,
  type Registered,
} from "../support/customer-services.ts";
import { BUSINESS, SMART30 } from "../support/order-services.ts";
import { profilePerson } from "../support/people.ts";
import { accountOfToken } from "#server/sale/identity/accounts.ts";

let shop: CustomerServices;
beforeAll(async () => {
  shop = await customerServices();
});
afterAll(() => shop.sale.close());
beforeEach(() => shop.reset());

const TV = { type: "TV Tariff", tv_tariff: "TVS" } as const;
const PREPAID = { type: "Tariff", tariff: "PREPAID20" } as const;
const refused = (name: string, more: object = {}) => ({ ok: false, failure: { name, ...more } });
const stored = ({ checkoutId }: Pick<Registered, "checkoutId">) => shop.sale.reload(checkoutId);
const customerOf = async (created: Created) => accountOfToken(shop.sale.db, tokenOf(created), shop.sale.clock.now);
const profileOf = async (email: string) =>
  (
    await shop.sale.query<{ profile: Profile; password_hash: string | null }>(
      "select * from accounts where email = $1",
      [email],
    )
  )[0];
const questions = () => shop.askedSystems.map(([name]) => name);

describe("a customer is created", () => {
  test("with an account of the typed data, and a token", async () => {
    const person = await shop.withForm(SMART30);
    const created = await shop.create(person);
    expect(await customerOf(created)).toMatchObject({ email: person.email });
    expect(await profileOf(person.email)).toMatchObject({
      password_hash: "hash",
      profile: {
        phone: "41784123456",
        contracts: [{ contractType: "Residential" }],
        person: {
          salutation: "Mrs",
          first_name: "Nora",
          last_name: "Beispiel",
          day: person.form.day,
          month: person.form.month,
          year: "1991",
          mobilePhone: "41784123456",
        },
        address: { address: "Bahnhofstrasse", number: "1", postal_code: "8001", city: "Zürich" },
      },
    });
    expect(await stored(person)).toMatchObject({
      form: person.form,
      formStage: "all",
      account: { email: person.email },
      customerCreated: { contract: "mobile/postpaid", solvent: true },
      locale: "de",
    });
  });

  test("with a typed c/o", async () => {
    const person = await shop.withForm(SMART30);
    const at = { ...person, form: { ...person.form, care_of: "Familie Meier" } };
    await shop.create(at);
    expect(await profileOf(person.email)).toMatchObject({ profile: { address: { care_of: "Familie Meier" } } });
  });

  test("with a P.O. box, which stays on record after a purchase at the same address that accepts none", async () => {
    const person = await shop.withForm({ type: "Tariff", tariff: "PREPAID20" });
    const at = { ...person, form: { ...person.form, po_box: "12" } };
    const onRecord = { profile: { address: { po_box: "Postfach 12" } } };
    const created = await shop.create(at);
    expect(await profileOf(person.email)).toMatchObject(onRecord);
    if (!created.ok) throw new Error(created.failure.name);
    const { token } = created.value.body;
    const next = await shop.withForm(SMART30, { accountId: (await stored(person)).account?.id ?? "" });
    await shop.create({ ...next, token }, { email: person.email });
    expect(await profileOf(person.email)).toMatchObject(onRecord);
    await shop.create({ ...next, token }, { email: person.email, number: "2" });
    expect((await profileOf(person.email))?.profile.address).not.toHaveProperty("po_box");
  });

  test("with the terms shown, in the language of the page", async () => {
    const person = await shop.withForm(SMART30);
    const titles = async (of: Registered) =>
      (await stored(of)).terms?.documents.map(({ code, title, url }) => [code, title, url]);
    await shop.create(person, {}, "fr");
    expect(await titles(person)).toEqual([["agb-mobile-2026", "Conditions générales mobile", "/legal/agb-mobile"]]);
    const { terms, locale } = await stored(person);
    expect([locale, terms]).toEqual([
      "fr",
      expect.objectContaining({
        version: expect.stringMatching(/^[0-9a-f]{16}$/),
        at: "2026-11-23T10:00:00.000Z",
        locale: "fr",
      }),
    ]);
    const tv = await shop.withForm(TV);
    await shop.create(tv);
    expect(await titles(tv)).toEqual([["agb-tv-2026", "Allgemeine Geschäftsbedingungen TV", "/legal/agb-tv"]]);
    expect((await stored(tv)).terms?.version).not.toBe(terms?.version);
  });

  test("again, with the same token, after a correction, which also updates the profile", async () => {
    const person = await shop.withForm(SMART30);
    const token = tokenOf(await shop.create(person));
    const again = await shop.create({ ...person, token }, { number: "7" });
    expect(tokenOf(again)).toBe(token);
    expect((await profileOf(person.email))?.profile).toMatchObject({ address: { number: "7" } });
  });

  test("and closes the payment of the previous form", async () => {
    const person = await shop.withForm(PREPAID);
    await shop.pay(await stored(person), `create-${person.email}`);
    await shop.create(person, { idNo: "OTHER123" });
    expect((await stored(person)).payments).toMatchObject([{ state: "cancelled" }]);
  });

  test("twice by a double click: both answers contain a token, and there is one account", async () => {
    const person = await shop.withForm(SMART30);
    const twins = await Promise.all([shop.create(person), shop.create(person)]);
    const customers = await Promise.all(twins.map(customerOf));
    expect(customers.map((customer) => customer?.email)).toEqual([person.email, person.email]);
  });

  test("twice by a double click of a logged-in customer: both answers contain the token that was sent", async () => {
    const person = await shop.loggedIn({});
    const twins = await Promise.all([shop.create(person), shop.create(person)]);
    expect(twins.map(tokenOf)).toEqual([person.token, person.token]);
  });

  test("once by two clicks with different forms: the second is rejected", async () => {
    const person = await shop.withForm(SMART30);
    shop.reset({
      isAddressBad: async () => {
        shop.reset();
        await shop.create(person);
        return false;
      },
    });
    const changed = await shop.create(person, { number: "9" });
    expect(changed).toEqual(refused("userExists", { username: person.email }));
    expect((await stored(person)).form).toMatchObject({ number: "1" });
  });

  test("once by two clicks of a logged-in customer with different forms: the second is rejected", async () => {
    const person = await shop.loggedIn({});
    shop.reset({
      isAddressBad: async () => {
        shop.reset();
        await shop.create(person);
        return false;
      },
    });
    expect(await shop.create(person, { number: "9" })).toMatchObject(refused("stepRefused"));
    expect((await stored(person)).form).toMatchObject({ number: "1" });
  });
});

test("a customer who already exists gets no token for a rejected request", async () => {
  const person = await shop.withForm(SMART30);
  const token = tokenOf(await shop.create(person));
  shop.reset({ isAddressBad: async () => true });
  expect(await shop.create({ ...person, token })).toEqual(refused("badAddress"));
});

test("a bug in Kasse is not hidden", async () => {
  const person = await shop.withForm(SMART30);
  await shop.sale.query(`alter table accounts add constraint nobody check (email <> '${person.email}')`);
  await expect(shop.create(person)).rejects.toThrow("nobody");
  await shop.sale.query("alter table accounts drop constraint nobody");
});

describe("an existing account", () => {
  test("of another person with this e-mail leads to the login", async () => {
    const person = await shop.withForm(SMART30);
    await shop.sale.account(person.email);
    expect(await shop.create(person)).toEqual(refused("userExists", { username: person.email }));
    expect(await stored(person)).toMatchObject({ account: null, customerCreated: null });
  });

  test("of a customer of the base keeps the base's profile", async () => {
    const profile: Profile = { userId: "42", solvent: true, person: profilePerson({ firstName: "Base" }) };
    const person = await shop.loggedIn(profile);
    expect(tokenOf(await shop.create(person))).toBe(person.token);
    expect((await profileOf(person.email))?.profile).toEqual(storedProfile(profile));
  });

  test("of the shop itself gets the last typed profile", async () => {
    const person = await shop.loggedIn({ person: profilePerson({ firstName: "Old" }) });
    await shop.create(person);
    expect((await profileOf(person.email))?.profile).toMatchObject({ person: { first_name: "Nora" } });
  });
});

describe("no customer is created", () => {
  const none = async (person: Registered) =>
    expect(await stored(person)).toMatchObject({ account: null, customerCreated: null });

  test("with a mistake in person, address or document", async () => {
    const person = await shop.withForm(SMART30);
    const fields = { first_name: "empty.firstName", city: "empty.city", idNo: "idNo" };
    expect(await shop.create(person, { first_name: "", city: "", idNo: "1" })).toEqual(
      refused("invalidFields", { fields }),
    );
    await none(person);
    expect(shop.askedSystems).toEqual([]);
  });

  test("without a picture of the document", async () => {
    const person = await shop.withForm(SMART30, { documentId: null });
    expect(await shop.create(person)).toEqual(refused("invalidFields", { fields: { document: "document.missing" } }));
  });

  test("with a document that the operator's systems know from another customer", async () => {
    const person = await shop.withForm(SMART30);
    shop.reset({ isDocumentUsed: async () => true });
    const fields = { idNo: "refused.document" };
    expect(await shop.create(person, { idNo: "ab 12345" })).toEqual(refused("refusedFields", { fields }));
    expect(shop.askedSystems.at(-1)).toEqual([
      "isDocumentUsed",
      { country: "CH", type: "swissPassport", number: "AB12345" },
    ]);
    await none(person);
  });

  test("with a document from another customer's order; the customer's own can be reused", async () => {
    const person = await shop.withForm(SMART30);
    const hash = documentHash(shop.services.documentNumberKey, person.form);
    const owner = await shop.sale.account(`owner-${person.email}`);
    await claimDocument(shop.sale.db, hash, owner);
    const fields = { idNo: "refused.document" };
    expect(await shop.create(person)).toEqual(refused("refusedFields", { fields }));
    const again = await shop.withForm(SMART30);
    const token = tokenOf(await shop.create(again));
    const { account } = await stored(again);
    await claimDocument(shop.sale.db, documentHash(shop.services.documentNumberKey, again.form), account?.id ?? "");
    expect(tokenOf(await shop.create({ ...again, token }))).toBe(token);
  });

  test("for other terms than those in force", async () => {
    const person = await shop.withForm(SMART30);
    expect(await shop.create(person, { agbVersion: "0123456789abcdef" })).toEqual(refused("termsChanged"));
    await none(person);
  });

  test("while the operator's systems do not answer", async () => {
    const person = await shop.withForm(SMART30);
    shop.reset({ checkSolvency: () => Promise.reject(new Error("away")) });
    await expect(shop.create(person)).rejects.toThrow("away");
    await none(person);
  });
});

describe("a business customer", () => {
  const record = {
    salutation: "Mrs",
    firstName: "Berta",
    lastName: "Muster",
    day: "1",
    month: "2",
    year: "1980",
    mobilePhone: "41784000009",
  };
  const address = { address: "Werkstrasse", number: "3", postalCode: "3000", city: "Bern", addressId: "7" };

  test("has name and address of the record, a SIM card and a new number, without any questions about them", async () => {
    const person = await shop.loggedIn({ ...BUSINESS, person: record, address });
    const sent = { first_name: "Nora", simType: "1", mnp: true, mnpMsisdn: "0795550143" };
    expect(tokenOf(await shop.create(person, sent))).toBe(person.token);
    expect((await stored(person)).form).toMatchObject({
      firstName: "Berta",
      address: "Werkstrasse",
      addressId: "7",
      simType: "0",
      mnp: false,
    });
    expect(questions()).not.toContain("checkTransfer");
    expect(questions()).not.toContain("isAddressBad");
  });

  test("without a name or an address on record is rejected with the reason: only the operator can add them", async () => {
    const incomplete = refused("refusedFields", { fields: { address: "refused.businessRecord" } });
    expect(await shop.create(await shop.loggedIn({ ...BUSINESS, person: record }))).toEqual(incomplete);
    expect(await shop.create(await shop.loggedIn({ ...BUSINESS, address }))).toEqual(incomplete);
  });

  test("with a mistake in the document sees that mistake first", async () => {
    const person = await shop.loggedIn(BUSINESS);
    expect(await shop.create(person, { idNo: "1" })).toEqual(refused("invalidFields", { fields: { idNo: "idNo" } }));
  });
});

describe("without a token, an existing customer", () => {
  const LOG_IN = refused("stepRefused", { page: "3" });
  const MINUTE = 60_000;
  const start = new Date("2026-11-23T10:00:00Z");
  afterEach(() => void (shop.sale.clock.now = start));
  const later = (minutes: number) => void (shop.sale.clock.now = new Date(start.getTime() + minutes * MINUTE));

  test("with a lost answer gets it again for five minutes, regardless of the number of repetitions", async () => {
    const person = await shop.withForm(SMART30);
    await shop.create(person);
    later(4);
    expect(await customerOf(await shop.create(person))).toMatchObject({ email: person.email });
    later(5);
    expect(await shop.create(person)).toEqual(LOG_IN);
  });

  test("gets it only for the same form, and another form changes nothing", async () => {
    const person = await shop.withForm(SMART30);
    await shop.create(person);
    expect(await shop.create(person, { number: "7" })).toEqual(LOG_IN);
    expect(await shop.create(person, { idNo: "OTHER123" })).toEqual(LOG_IN);
    expect(await stored(person)).toMatchObject({ form: person.form });
    expect((await profileOf(person.email))?.profile).toMatchObject({ address: { number: "1" } });
  });

  test("gets none once the logins of the account have ended, for example by a new password", async () => {
    const person = await shop.withForm(SMART30);
    const account = await customerOf(await shop.create(person));
    await endTokensOf(shop.sale.db, account?.id ?? "");
    expect(await shop.create(person)).toEqual(LOG_IN);
  });

  test("gets none after a logout, which also ends a repeated answer", async () => {
    const person = await shop.withForm(SMART30);
    const [first, repeated] = [tokenOf(await shop.create(person)), await shop.create(person)];
    await endLogin(shop.sale.db, first);
    expect(await customerOf(repeated)).toBeNull();
    expect(await shop.create(person)).toEqual(LOG_IN);
  });

  test("gets none in a checkout with a login", async () => {
    const person = await shop.loggedIn({});
    await shop.create(person);
    expect(await shop.create({ ...person, token: null })).toEqual(LOG_IN);
  });
});
