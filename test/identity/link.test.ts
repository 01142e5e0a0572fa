import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountByBaseId, accountByEmail, isEmailTaken, normaliseEmail } from "#server/sale/identity/accounts.ts";
import { issueToken } from "#server/sale/identity/tokens.ts";
import { openSaleDatabase, type SaleDatabase } from "../support/sale-database.ts";
import { changeCheckout } from "#server/sale/checkout/queries.ts";
import { linkBaseCustomer } from "#server/sale/account/link-base-customer.ts";

let sale: SaleDatabase;
beforeAll(async () => {
  sale = await openSaleDatabase();
});
afterAll(() => sale.close());

const profileOf = (phone: string) => ({ phone, contracts: [{ contractType: "Residential" }] });
const link = (userId: string, email: string, phone = "41795550143") =>
  sale.db
    .transaction()
    .execute((tx) => linkBaseCustomer(tx, { userId, email, profile: profileOf(phone) }, sale.clock.now));
const found = (email: string) => accountByEmail(sale.db, email);
const setPassword = (id: string, hash: string) =>
  sale.query("update accounts set password_hash = $2 where id = $1", [id, hash]);
const count = async (table: string, id: string) =>
  (await sale.query(`select 1 from ${table} where account_id = $1`, [id])).length;

describe("a customer of the base", () => {
  test("gets an account at the first login, with e-mail and profile from the base", async () => {
    const account = await link("B1", " Anna@Example.ch ");
    const stored = {
      id: expect.any(String),
      email: "anna@example.ch",
      customerBaseId: "B1",
      profile: profileOf("41795550143"),
    };
    expect(account).toEqual(stored);
    expect(await found("anna@example.ch")).toEqual({ ...stored, passwordHash: null });
    expect(await accountByBaseId(sale.db, "B1")).toEqual({ ...stored, passwordHash: null });
  });

  test("keeps the account, its password and its logins, and gets the base's new e-mail and profile", async () => {
    const { id } = await link("B2", "before@example.ch");
    await setPassword(id, "hash");
    await issueToken(sale.db, { accountId: id, checkoutId: null, device: null }, sale.clock.now);
    expect(await link("B2", "after@example.ch", "41780000000")).toEqual({
      id,
      email: "after@example.ch",
      customerBaseId: "B2",
      profile: profileOf("41780000000"),
    });
    expect(await accountByBaseId(sale.db, "B2")).toMatchObject({ id, email: "after@example.ch", passwordHash: "hash" });
    expect(await found("before@example.ch")).toBeNull();
    expect(await count("tokens", id)).toBe(1);
  });

  test("logs in for the first time twice at once: there is one account", async () => {
    const both = await Promise.all([link("B3", "twice@example.ch"), link("B3", "twice@example.ch")]);
    expect(new Set(both.map(({ id }) => id)).size).toBe(1);
  });
});

describe("an account registered with the e-mail, without proof", () => {
  async function registered(email: string): Promise<string> {
    const id = await sale.account(email);
    await setPassword(id, "hash");
    await issueToken(sale.db, { accountId: id, checkoutId: null, device: null }, sale.clock.now);
    await sale.query("insert into password_resets (token_hash, account_id, expires_at) values ($1, $2, now())", [
      Buffer.from(email),
      id,
    ]);
    return id;
  }

  test("becomes the customer's, and its password, logins and reset links end", async () => {
    const id = await registered("ida@example.ch");
    expect(await link("B4", "ida@example.ch")).toMatchObject({ id, customerBaseId: "B4" });
    expect(await found("ida@example.ch")).toMatchObject({ id, passwordHash: null });
    expect([await count("tokens", id), await count("password_resets", id)]).toEqual([0, 1]);
    expect(await sale.query("select 1 from password_resets where account_id = $1 and ended_at is null", [id])).toEqual(
      [],
    );
  });

  test("is merged into the customer's existing account, with its orders", async () => {
    const { id: own } = await link("B5", "old@example.ch");
    await setPassword(own, "own hash");
    const unproven = await registered("new@example.ch");
    const checkout = await sale.checkout({ type: "Tariff", tariff: "SMART30" });
    await changeCheckout(sale.db, sale.needs, checkout, { accountId: unproven });
    await sale.order(checkout.id, unproven);
    await sale.query("insert into document_claims (document_hash, account_id) values ($1, $2)", [
      Buffer.from("1"),
      unproven,
    ]);
    await sale.query(
      "insert into esim_reads (order_id, account_id) select id, account_id from orders where account_id = $1",
      [unproven],
    );
    expect(await link("B5", "new@example.ch")).toMatchObject({ id: own, email: "new@example.ch" });
    for (const table of ["checkouts", "orders", "document_claims", "esim_reads"])
      expect(await count(table, own)).toBe(1);
    expect(await found("new@example.ch")).toMatchObject({ id: own, passwordHash: "own hash" });
    expect(await sale.query("select 1 from accounts where id = $1", [unproven])).toEqual([]);
  });
});

test("an e-mail that the base gave to another customer leaves its previous account, which stays a customer", async () => {
  const { id: former } = await link("B6", "shared@example.ch");
  await setPassword(former, "former hash");
  const { id: holder } = await link("B7", "shared@example.ch");
  expect(holder).not.toBe(former);
  expect(await accountByBaseId(sale.db, "B6")).toMatchObject({
    id: former,
    email: `${former}@released.invalid`,
    passwordHash: "former hash",
  });
  expect(await link("B6", "fresh@example.ch")).toMatchObject({ id: former, email: "fresh@example.ch" });
});

describe("an e-mail", () => {
  test("is compared without case and outer spaces", () => {
    expect(normaliseEmail("  Mia@Example.CH\n")).toBe("mia@example.ch");
  });

  test("is taken by an account of the shop or a customer of the base", async () => {
    await sale.account("here@example.ch");
    const customer = { userId: "B8", email: "base@example.ch", profile: {} };
    const base = { findByEmail: async (email: string) => (email === customer.email ? customer : null) };
    const taken = (email: string) => isEmailTaken(sale.db, base, email);
    expect(await taken("here@example.ch")).toBe(true);
    expect(await taken("base@example.ch")).toBe(true);
    expect(await taken("free@example.ch")).toBe(false);
  });
});
