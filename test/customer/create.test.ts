import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Profile } from "#core/profile.ts";
import { forgetRefusals } from "#server/sale/checkout/credit-checks.ts";
import { changeCheckout } from "#server/sale/checkout/store.ts";
import { claimDocument, documentHash } from "#server/sale/document/claims.ts";
import { endLogin } from "#server/sale/identity/sessions.ts";
import { accountOfToken, endTokensOf, issueToken } from "#server/sale/identity/tokens.ts";
import { customerServices, type CustomerServices, type Registered } from "../support/customer-services.ts";
import { LAW } from "../support/law.ts";
import { BUSINESS, SMART30 } from "../support/order-services.ts";
import { profilePerson } from "../support/people.ts";

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
type Created = Awaited<ReturnType<CustomerServices["create"]>>;
function tokenOf(created: Created): string {
  if (!created.ok) throw new Error(JSON.stringify(created));
  return created.value.body.token;
}
const customerOf = async (created: Created) => accountOfToken(shop.sale.db, tokenOf(created), shop.sale.clock.now);
const profileOf = async (email: string) =>
  (
    await shop.sale.query<{ profile: Profile; password_hash: string | null }>(
      "select * from accounts where email = $1",
      [email],
    )
  )[0];
const questions = () => shop.askedSystems.map(([name]) => name);

/** Somebody who has logged in, with the whole form. */
async function loggedIn(profile: Profile, record: typeof SMART30 | typeof PREPAID = SMART30): Promise<Registered> {
  const person = await shop.withForm(record);
  const accountId = await shop.sale.account(`account-${person.email}`);
  await shop.sale.query("update accounts set profile = $2 where id = $1", [accountId, profile]);
  await changeCheckout(shop.sale.db, shop.sale.needs, await stored(person), { accountId, registeredEmail: null });
  const token = await issueToken(shop.sale.db, { accountId, checkoutId: null, device: null }, shop.sale.clock.now);
  const email = `account-${person.email}`;
  return { ...person, token, email, form: { ...person.form, email } };
}

describe("a customer is created", () => {
  test("with an account of what was typed, and a token", async () => {
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

  test("with a c/o where one was typed", async () => {
    const person = await shop.withForm(SMART30);
    const at = { ...person, form: { ...person.form, care_of: "Familie Meier" } };
    await shop.create(at);
    expect(await profileOf(person.email)).toMatchObject({ profile: { address: { care_of: "Familie Meier" } } });
  });

  test("with a P.O. box, which a purchase at the same address that takes none leaves on record", async () => {
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

  test("with the terms that were shown, in the language of the page", async () => {
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

  test("again, with the same token, when something was corrected; the profile follows", async () => {
    const person = await shop.withForm(SMART30);
    const token = tokenOf(await shop.create(person));
    const again = await shop.create({ ...person, token }, { number: "7" });
    expect(tokenOf(again)).toBe(token);
    expect((await profileOf(person.email))?.profile).toMatchObject({ address: { number: "7" } });
  });

  test("and closes the payment of the earlier form", async () => {
    const person = await shop.withForm(PREPAID);
    await shop.pay(await stored(person), `create-${person.email}`);
    await shop.create(person, { idNo: "OTHER123" });
    expect((await stored(person)).payments).toMatchObject([{ state: "cancelled" }]);
  });

  test("twice by a double click: both have a token, and there is one account", async () => {
    const person = await shop.withForm(SMART30);
    const twins = await Promise.all([shop.create(person), shop.create(person)]);
    const customers = await Promise.all(twins.map(customerOf));
    expect(customers.map((customer) => customer?.email)).toEqual([person.email, person.email]);
  });

  test("twice by a double click of somebody who is logged in: both have the token that was sent", async () => {
    const person = await loggedIn({});
    const twins = await Promise.all([shop.create(person), shop.create(person)]);
    expect(twins.map(tokenOf)).toEqual([person.token, person.token]);
  });

  test("once by two clicks with different forms: the second is refused", async () => {
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
});

test("a customer who is created already gets no token for a request that is refused", async () => {
  const person = await shop.withForm(SMART30);
  const token = tokenOf(await shop.create(person));
  shop.reset({ isAddressBad: async () => true });
  expect(await shop.create({ ...person, token })).toEqual(refused("badAddress"));
});

test("a mistake of Kasse is not hidden", async () => {
  const person = await shop.withForm(SMART30);
  await shop.sale.query(`alter table accounts add constraint nobody check (email <> '${person.email}')`);
  await expect(shop.create(person)).rejects.toThrow("nobody");
  await shop.sale.query("alter table accounts drop constraint nobody");
});

describe("an account that is there already", () => {
  test("of somebody else with this e-mail leads to the login", async () => {
    const person = await shop.withForm(SMART30);
    await shop.sale.account(person.email);
    expect(await shop.create(person)).toEqual(refused("userExists", { username: person.email }));
    expect(await stored(person)).toMatchObject({ account: null, customerCreated: null });
  });

  test("of a customer of the base keeps the base's profile", async () => {
    const profile: Profile = { userId: "42", solvent: true, person: profilePerson({ first_name: "Base" }) };
    const person = await loggedIn(profile);
    expect(tokenOf(await shop.create(person))).toBe(person.token);
    expect((await profileOf(person.email))?.profile).toEqual(profile);
  });

  test("of Kasse's own has the last profile that was typed", async () => {
    const person = await loggedIn({ person: profilePerson({ first_name: "Old" }) });
    await shop.create(person);
    expect((await profileOf(person.email))?.profile).toMatchObject({ person: { first_name: "Nora" } });
  });
});

describe("no customer is created", () => {
  const none = async (person: Registered) =>
    expect(await stored(person)).toMatchObject({ account: null, customerCreated: null });

  test("with a mistake in person, address or document", async () => {
    const person = await shop.withForm(SMART30);
    const fields = { first_name: "empty.first_name", city: "empty.city", idNo: "idNo" };
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

  test("with a document that somebody else has ordered with; one's own may be used again", async () => {
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
    first_name: "Berta",
    last_name: "Muster",
    day: "1",
    month: "2",
    year: "1980",
    mobilePhone: "41784000009",
  };
  const address = { address: "Werkstrasse", number: "3", postal_code: "3000", city: "Bern", address_id: "7" };

  test("has name and address of the record, a SIM card and a new number; nothing is asked about them", async () => {
    const person = await loggedIn({ ...BUSINESS, person: record, address });
    const sent = { first_name: "Nora", simType: "1", mnp: true, mnpMsisdn: "0795550143" };
    expect(tokenOf(await shop.create(person, sent))).toBe(person.token);
    expect((await stored(person)).form).toMatchObject({
      first_name: "Berta",
      address: "Werkstrasse",
      address_id: "7",
      simType: "0",
      mnp: false,
    });
    expect(questions()).not.toContain("checkTransfer");
    expect(questions()).not.toContain("isAddressBad");
  });

  test("without a name or an address on record is refused with the reason: only the operator can add them", async () => {
    const incomplete = refused("refusedFields", { fields: { address: "refused.businessRecord" } });
    expect(await shop.create(await loggedIn({ ...BUSINESS, person: record }))).toEqual(incomplete);
    expect(await shop.create(await loggedIn({ ...BUSINESS, address }))).toEqual(incomplete);
  });

  test("with a mistake in the document gets that mistake first", async () => {
    const person = await loggedIn(BUSINESS);
    expect(await shop.create(person, { idNo: "1" })).toEqual(refused("invalidFields", { fields: { idNo: "idNo" } }));
  });
});

describe("the solvency", () => {
  const solventOf = async (person: Registered) => (await stored(person)).customerCreated?.solvent;

  test("of a new customer is asked about the person", async () => {
    const person = await shop.withForm(SMART30);
    shop.reset({ checkSolvency: async () => ({ solvent: false }) });
    await shop.create(person, { day: "4", month: "3" });
    expect(shop.askedSystems.at(-1)).toEqual([
      "checkSolvency",
      { firstName: "Nora", lastName: "Beispiel", birthday: "1991-03-04", postalCode: "8001" },
    ]);
    expect(await solventOf(person)).toBe(false);
  });

  test("is asked once for a person, because it costs money, and again for another", async () => {
    const person = await shop.withForm(SMART30);
    shop.reset({ checkSolvency: async () => ({ solvent: false }) });
    const token = tokenOf(await shop.create(person));
    const again = (sent: object) => shop.create({ ...person, token }, sent);
    await again({ idNo: "OTHER123" });
    expect([questions().filter((name) => name === "checkSolvency").length, await solventOf(person)]).toEqual([
      1,
      false,
    ]);
    shop.reset();
    const { refusal } = ((await again({ postal_code: "3000" })) as { value: { refusal?: { check: string } } }).value;
    expect(questions()).toContain("checkSolvency");
    // Solvent under other details, after a refusal: a corrected mistake, or another's name. A person can tell.
    expect([refusal?.check, await solventOf(person)]).toEqual(["changed", false]);
    await again({ postal_code: "4000" });
    expect(await solventOf(person)).toBe(false);
  });

  describe("after a refusal in another checkout", () => {
    const BORN = { day: "1", month: "2", year: "1970" };
    /** Somebody who was refused, and what the next request in another checkout says of who sends it. */
    async function afterRefusal(sent: object, next: Registered | null = null) {
      const first = await shop.withForm(SMART30);
      shop.reset({ checkSolvency: async () => ({ solvent: false, check: "ownRecords" }) });
      await shop.create(first, { last_name: "Erste", ...BORN });
      const second = next ?? (await shop.withForm(SMART30));
      shop.reset();
      return { first, second, created: await shop.create(second, sent) };
    }
    const checkOf = (created: unknown) => (created as { value: { refusal?: { check: string } } }).value.refusal?.check;

    test("is not asked again about the same details", async () => {
      const { created } = await afterRefusal({ last_name: "Erste", ...BORN });
      expect([checkOf(created), questions().includes("checkSolvency")]).toEqual(["ownRecords", false]);
    });

    test("goes to a person for others of the same birthday at the same address, however it is written", async () => {
      const { created, second } = await afterRefusal({ ...BORN, address: "BAHNHOFSTR.", last_name: "Zweite" });
      expect([checkOf(created), await solventOf(second)]).toEqual(["changed", false]);
    });

    test("goes to a person for the same names in another order, of the same birthday at another address", async () => {
      const names = { first_name: "ERSTE", last_name: "Nóra" };
      const { created } = await afterRefusal({
        ...BORN,
        ...names,
        postal_code: "3000",
        city: "Bern",
        address: "Kornweg",
      });
      expect(checkOf(created)).toBe("changed");
    });

    test("goes to a person for others with the same document", async () => {
      const { first } = await afterRefusal({});
      const other = await shop.withForm(SMART30);
      expect(checkOf(await shop.create(other, { idNo: first.form.idNo, last_name: "Dritte" }))).toBe("changed");
    });

    test("goes to a person for others in the same account", async () => {
      const first = await shop.withForm(SMART30);
      shop.reset({ checkSolvency: async () => ({ solvent: false }) });
      const token = tokenOf(await shop.create(first));
      const { account } = await stored(first);
      const again = await shop.withForm(SMART30, { accountId: account?.id ?? "", registeredEmail: null });
      shop.reset();
      const form = { ...again.form, email: first.email };
      expect(checkOf(await shop.create({ ...again, form, token }, { postal_code: "3000" }))).toBe("changed");
    });

    test("is forgotten after the days of the law, and once a person has decided for the customer", async () => {
      const { first } = await afterRefusal({});
      const other = { ...BORN, last_name: "Vierte" };
      await forgetRefusals(shop.sale.db, [first.checkoutId]);
      expect(checkOf(await shop.create(await shop.withForm(SMART30), other))).toBeUndefined();
      await afterRefusal({});
      const { days = 0 } = LAW.creditRefusal.at(-1) ?? {};
      const now = shop.sale.clock.now;
      shop.sale.clock.now = new Date(now.getTime() + (days * 24 + 1) * 3_600_000);
      const late = await shop.create(await shop.withForm(SMART30), { ...other, last_name: "Fünfte" });
      shop.sale.clock.now = now;
      expect(checkOf(late)).toBeUndefined();
    });
  });

  test("that no system answers is asked again by the next request", async () => {
    const person = await shop.withForm(SMART30);
    shop.reset({ checkSolvency: () => Promise.reject(new Error("away")) });
    await expect(shop.create(person)).rejects.toThrow("away");
    shop.reset();
    await shop.create(person);
    expect([questions().includes("checkSolvency"), await solventOf(person)]).toEqual([true, true]);
  });

  test("of a person who was solvent is asked again for other details, and counts", async () => {
    const person = await shop.withForm(SMART30);
    shop.reset();
    const token = tokenOf(await shop.create(person));
    await shop.create({ ...person, token }, { postal_code: "3000" });
    expect(await solventOf(person)).toBe(true);
  });

  test("of a person who was asked about too often is refused unasked, with what may be bought instead, and that is sold", async () => {
    const person = await shop.withForm(SMART30);
    shop.exceed("solvencyPerPerson");
    const created = await shop.create(person);
    expect(created).toMatchObject({ value: { refusal: { check: "limit" } } });
    expect([questions().includes("checkSolvency"), await solventOf(person)]).toEqual([false, false]);
    const checkout = await stored(person);
    const record = { ...SMART30, deposit: true };
    await changeCheckout(shop.sale.db, shop.sale.needs, checkout, { record });
    const again = await shop.create({ ...person, token: tokenOf(created) });
    expect(again).not.toHaveProperty("value.refusal");
    expect(await solventOf(person)).toBe(true);
  });

  test("of a refusal says what is allowed instead: nothing else is sold, and nothing else offered", async () => {
    const person = await shop.withForm({ type: "Tariff", tariff: "SIMONLY20" });
    shop.reset({ checkSolvency: async () => ({ solvent: false, check: "ownRecords", accepts: ["prepaid"] }) });
    const created = await shop.create(person);
    expect(await solventOf(person)).toBe(false);
    expect(created).toMatchObject({ value: { refusal: { check: "ownRecords", alternatives: [{ kind: "prepaid" }] } } });
  });

  test("of prepaid does not matter", async () => {
    const person = await shop.withForm(PREPAID);
    shop.reset({ checkSolvency: async () => ({ solvent: false }) });
    await shop.create(person);
    expect(questions()).not.toContain("checkSolvency");
    expect(await solventOf(person)).toBe(true);
    const known = await loggedIn({ userId: "1", solvent: false }, PREPAID);
    await shop.create(known);
    expect(await solventOf(known)).toBe(true);
  });

  test("of an existing customer is known, and not asked about", async () => {
    const person = await loggedIn({ userId: "1", solvent: true });
    await shop.create(person);
    expect(questions()).not.toContain("checkSolvency");
    expect(await solventOf(person)).toBe(true);
  });

  test("that was answered before the choice became prepaid is kept", async () => {
    const person = await shop.withForm(PREPAID, { solvency: { person: "p", solvent: false } });
    await shop.create(person);
    expect((await stored(person)).solvency).toEqual({ person: "p", solvent: false });
  });
});

describe("without a token, a customer who exists", () => {
  const LOG_IN = refused("stepRefused", { page: "3" });
  const MINUTE = 60_000;
  const start = new Date("2026-11-23T10:00:00Z");
  afterEach(() => void (shop.sale.clock.now = start));
  const later = (minutes: number) => void (shop.sale.clock.now = new Date(start.getTime() + minutes * MINUTE));

  test("whose answer was lost gets it again for five minutes, however often it was repeated", async () => {
    const person = await shop.withForm(SMART30);
    await shop.create(person);
    later(4);
    expect(await customerOf(await shop.create(person))).toMatchObject({ email: person.email });
    later(5);
    expect(await shop.create(person)).toEqual(LOG_IN);
  });

  test("gets it for the same form alone, and another form changes nothing", async () => {
    const person = await shop.withForm(SMART30);
    await shop.create(person);
    expect(await shop.create(person, { number: "7" })).toEqual(LOG_IN);
    expect(await shop.create(person, { idNo: "OTHER123" })).toEqual(LOG_IN);
    expect(await stored(person)).toMatchObject({ form: person.form });
    expect((await profileOf(person.email))?.profile).toMatchObject({ address: { number: "1" } });
  });

  test("gets none once the logins of the account have ended, as by a new password", async () => {
    const person = await shop.withForm(SMART30);
    const account = await customerOf(await shop.create(person));
    await endTokensOf(shop.sale.db, account?.id ?? "");
    expect(await shop.create(person)).toEqual(LOG_IN);
  });

  test("gets none after a logout, which ends a repeated answer as well", async () => {
    const person = await shop.withForm(SMART30);
    const [first, repeated] = [tokenOf(await shop.create(person)), await shop.create(person)];
    await endLogin(shop.sale.db, first);
    expect(await customerOf(repeated)).toBeNull();
    expect(await shop.create(person)).toEqual(LOG_IN);
  });

  test("gets none in a checkout that they logged in to", async () => {
    const person = await loggedIn({});
    await shop.create(person);
    expect(await shop.create({ ...person, token: null })).toEqual(LOG_IN);
  });
});
