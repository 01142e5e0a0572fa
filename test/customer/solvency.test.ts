import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accountOfToken } from "#server/sale/identity/accounts.ts";
import { forgetRefusals } from "#server/sale/checkout/credit-checks.ts";
import { customerServices, tokenOf, type CustomerServices, type Registered } from "../support/customer-services.ts";
import { LAW } from "../support/law.ts";
import { SMART30 } from "../support/order-services.ts";
import { changeCheckout } from "#server/sale/checkout/queries.ts";

let shop: CustomerServices;
beforeAll(async () => {
  shop = await customerServices();
});
afterAll(() => shop.sale.close());
beforeEach(() => shop.reset());

const PREPAID = { type: "Tariff", tariff: "PREPAID20" } as const;
const stored = ({ checkoutId }: Pick<Registered, "checkoutId">) => shop.sale.reload(checkoutId);
const questions = () => shop.askedSystems.map(([name]) => name);
const solventOf = async (person: Registered) => (await stored(person)).customerCreated?.solvent;

test("of a new customer is checked with the person's data", async () => {
  const person = await shop.withForm(SMART30);
  shop.reset({ checkSolvency: async () => ({ solvent: false }) });
  await shop.create(person, { day: "4", month: "3" });
  expect(shop.askedSystems.at(-1)).toEqual([
    "checkSolvency",
    { firstName: "Nora", lastName: "Beispiel", birthday: "1991-03-04", postalCode: "8001" },
  ]);
  expect(await solventOf(person)).toBe(false);
});

test("is checked once for a person, because it costs money, and again for another", async () => {
  const person = await shop.withForm(SMART30);
  shop.reset({ checkSolvency: async () => ({ solvent: false }) });
  const token = tokenOf(await shop.create(person));
  const again = (sent: object) => shop.create({ ...person, token }, sent);
  await again({ idNo: "OTHER123" });
  // Back to the address and forward again: the same person.
  const moved = { ...person, token };
  expect(await shop.update(moved, { number: "3" })).toMatchObject({ ok: true });
  await again({ number: "3" });
  expect([questions().filter((name) => name === "checkSolvency").length, await solventOf(person)]).toEqual([1, false]);
  shop.reset();
  const { refusal } = ((await again({ postal_code: "3000" })) as { value: { refusal?: { check: string } } }).value;
  expect(questions()).toContain("checkSolvency");
  // Solvent under other details, after a refusal: a corrected mistake, or another person's name. A person has to
  // decide.
  expect([refusal?.check, await solventOf(person)]).toEqual(["changed", false]);
  await again({ postal_code: "4000" });
  expect(await solventOf(person)).toBe(false);
});

test("is checked once by simultaneous requests, which all get its answer and a valid login", async () => {
  const person = await shop.withForm(SMART30);
  const created = await Promise.all(Array.from({ length: 4 }, () => shop.create(person)));
  for (const each of created)
    expect(await accountOfToken(shop.sale.db, tokenOf(each), shop.sale.clock.now)).toMatchObject({
      email: person.email,
    });
  expect(questions().filter((name) => name === "checkSolvency")).toHaveLength(1);
  expect(await shop.sale.query("select 1 from accounts where email = $1", [person.email])).toHaveLength(1);
});

describe("after a refusal in another checkout", () => {
  const BORN = { day: "1", month: "2", year: "1970" };
  /** Creates a refused customer, and returns the next request's verdict in another checkout. */
  async function afterRefusal(sent: object, next: Registered | null = null) {
    const first = await shop.withForm(SMART30);
    shop.reset({ checkSolvency: async () => ({ solvent: false, check: "ownRecords" }) });
    await shop.create(first, { last_name: "Erste", ...BORN });
    const second = next ?? (await shop.withForm(SMART30));
    shop.reset();
    return { first, second, created: await shop.create(second, sent) };
  }
  const checkOf = (created: unknown) => (created as { value: { refusal?: { check: string } } }).value.refusal?.check;

  test("is not checked again for the same details", async () => {
    const { created } = await afterRefusal({ last_name: "Erste", ...BORN });
    expect([checkOf(created), questions().includes("checkSolvency")]).toEqual(["ownRecords", false]);
  });

  test("needs a person for other details with the same birthday and address, in any spelling", async () => {
    const { created, second } = await afterRefusal({ ...BORN, address: "BAHNHOFSTR.", last_name: "Zweite" });
    expect([checkOf(created), await solventOf(second)]).toEqual(["changed", false]);
  });

  test("needs a person for the same names in another order, of the same birthday at another address", async () => {
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

  test("needs a person for other details with the same document", async () => {
    const { first } = await afterRefusal({});
    const other = await shop.withForm(SMART30);
    expect(checkOf(await shop.create(other, { idNo: first.form.idNo, last_name: "Dritte" }))).toBe("changed");
  });

  test("needs a person for other details in the same account", async () => {
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

test("without an answer of the system is checked again by the next request", async () => {
  const person = await shop.withForm(SMART30);
  shop.reset({ checkSolvency: () => Promise.reject(new Error("away")) });
  await expect(shop.create(person)).rejects.toThrow("away");
  shop.reset();
  await shop.create(person);
  expect([questions().includes("checkSolvency"), await solventOf(person)]).toEqual([true, true]);
});

test("of a solvent person is checked again for other details, and the result applies", async () => {
  const person = await shop.withForm(SMART30);
  shop.reset();
  const token = tokenOf(await shop.create(person));
  await shop.create({ ...person, token }, { postal_code: "3000" });
  expect(await solventOf(person)).toBe(true);
  shop.reset({ checkSolvency: async () => ({ solvent: false }) });
  await shop.create({ ...person, token }, { postal_code: "4000" });
  expect(await solventOf(person)).toBe(false);
});

test("of a person checked too often is refused without a check, with the alternatives, which are sold", async () => {
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

test("with a refusal contains the allowed alternatives: only those are offered and sold", async () => {
  const person = await shop.withForm({ type: "Tariff", tariff: "SIMONLY20" });
  shop.reset({ checkSolvency: async () => ({ solvent: false, check: "ownRecords", accepts: ["prepaid"] }) });
  const created = await shop.create(person);
  expect(await solventOf(person)).toBe(false);
  expect(created).toMatchObject({ value: { refusal: { check: "ownRecords", alternatives: [{ kind: "prepaid" }] } } });
});

test("of prepaid is irrelevant", async () => {
  const person = await shop.withForm(PREPAID);
  shop.reset({ checkSolvency: async () => ({ solvent: false }) });
  await shop.create(person);
  expect(questions()).not.toContain("checkSolvency");
  expect(await solventOf(person)).toBe(true);
  const known = await shop.loggedIn({ userId: "1", solvent: false }, PREPAID);
  await shop.create(known);
  expect(await solventOf(known)).toBe(true);
});

test("of an existing customer is known without a check", async () => {
  const person = await shop.loggedIn({ userId: "1", solvent: true });
  await shop.create(person);
  expect(questions()).not.toContain("checkSolvency");
  expect(await solventOf(person)).toBe(true);
});

test("determined before the choice became prepaid is kept", async () => {
  const person = await shop.withForm(PREPAID, { solvency: { person: "p", solvent: false } });
  await shop.create(person);
  expect((await stored(person)).solvency).toEqual({ person: "p", solvent: false });
});
