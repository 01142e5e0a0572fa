import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OpenCheckout } from "#server/sale/checkout/checkout.ts";
import { holdPiece } from "#server/shop/stock/queries.ts";
import { demoWith } from "../support/demo-catalogue.ts";
import { wholeForm } from "../support/people.ts";
import { openSaleDatabase, type SaleDatabase } from "../support/sale-database.ts";
import { changeCheckout, type CheckoutChange } from "#server/sale/checkout/queries.ts";

let sale: SaleDatabase;
let account: string;
beforeAll(async () => {
  sale = await openSaleDatabase();
  account = await sale.account("nora@example.ch");
});
afterAll(() => sale.close());

const newCheckout = () => sale.checkout({ type: "Tariff", tariff: "SMART30" });
const LATER = new Date("2026-11-23T10:05:00Z");
const change = (checkout: OpenCheckout, to: CheckoutChange) =>
  changeCheckout(sale.db, { ...sale.needs, now: () => LATER }, checkout, to);

describe("a stored checkout", () => {
  test("is found by its id, as it was created", async () => {
    const checkout = await newCheckout();
    expect(checkout).toMatchObject({
      id: expect.stringMatching(/^[\w-]{32}$/),
      record: { type: "Tariff", tariff: "SMART30" },
      shown: { quote: { monthly: 2490 }, catalogueVersion: 1 },
      locale: "de",
      account: null,
      order: null,
      payments: [],
      available: null,
      quote: { monthly: 2490 },
    });
    const [row] = await sale.query("select created_at, updated_at from checkouts where id = $1", [checkout.id]);
    expect(row).toEqual({ created_at: sale.clock.now, updated_at: sale.clock.now });
  });

  test("is found under a lock that another transaction waits for", async () => {
    const { id } = await newCheckout();
    await sale.db.transaction().execute(async (tx) => {
      expect(await sale.needs.checkouts.lock(tx, id)).toMatchObject({ id });
      const waiting = sale.query("select id from checkouts where id = $1 for update nowait", [id]);
      await expect(waiting).rejects.toThrow(/could not obtain lock/);
    });
    expect(await sale.needs.checkouts.lock(sale.db, null)).toBeNull();
  });

  test("has its payments, oldest first, and its order", async () => {
    const checkout = await newCheckout();
    for (const [state, minute] of [
      ["open", 2],
      ["declined", 1],
    ] as const)
      await sale.query(
        `insert into payments (checkout_id, provider, state, amount, fingerprint, shown, expires_at, created_at)
         values ($1, 'sandbox', $2, 100, $2, '{}', now(), $3)`,
        [checkout.id, state, new Date(2026, 0, 1, 0, minute)],
      );
    await sale.order(checkout.id, account);
    const found = await sale.reload(checkout.id);
    expect(found.payments.map(({ state, fingerprint }) => [state, fingerprint])).toEqual([
      ["declined", "declined"],
      ["open", "open"],
    ]);
    expect(found.order).toEqual({ number: expect.stringMatching(/^K/), status: "placed", billPaid: false });
    await sale.query("update orders set bill_paid = true where checkout_id = $1", [checkout.id]);
    expect((await sale.reload(checkout.id)).order).toMatchObject({ billPaid: true });
  });

  test("counts the pieces that others do not hold, including its own hold", async () => {
    const [mine, other] = [
      await sale.checkout({ type: "Device", tariff: "SMART100", mobile: "SAENTISXMAX" }),
      await newCheckout(),
    ];
    const holds = { now: sale.clock.now, until: new Date("2026-11-23T10:30:00Z") };
    expect(mine.available).toBe(8);
    await holdPiece(sale.db, "SAENTISXMAX", mine.id, holds);
    expect((await sale.reload(mine.id)).available).toBe(8);
    await holdPiece(sale.db, "SAENTISXMAX", other.id, holds);
    expect((await sale.reload(mine.id)).available).toBe(7);
  });

  test("is priced by the newest catalogue, in addition to the shown quote", async () => {
    const prices = [{ binding: "182400002", price: 1200, oldPrice: null }] as const;
    const checkout = await sale.checkout({ type: "Tariff", tariff: "PREPAID10" });
    await sale.sell(demoWith("mobileTariffs", "PREPAID10", { prices }));
    expect(await sale.reload(checkout.id)).toMatchObject({
      catalogueVersion: 2,
      quote: { dueNow: 1200 },
      shown: { quote: { dueNow: 1000 }, catalogueVersion: 1 },
    });
  });
});

describe("a change", () => {
  const form = wholeForm("nora@example.ch");
  const all = {
    registeredEmail: "nora@example.ch",
    registeredHash: "hash",
    form,
    formStage: "all",
    customerCreated: { contract: "mobile/postpaid", solvent: true },
    solvency: { person: "p", solvent: true },
  } as const satisfies CheckoutChange;

  test("of every field is stored, and other fields stay", async () => {
    const checkout = await newCheckout();
    expect(await change(checkout, { ...all, accountId: account, locale: "fr" })).toBe(true);
    const stored = await sale.reload(checkout.id);
    expect(stored).toMatchObject({
      ...all,
      locale: "fr",
      account: { id: account, email: "nora@example.ch", profile: {} },
    });
    expect(await change(stored, { locale: "it" })).toBe(true);
    expect(await sale.reload(checkout.id)).toMatchObject({ ...all, locale: "it", record: checkout.record });
    const [row] = await sale.query("select updated_at from checkouts where id = $1", [checkout.id]);
    expect(row).toEqual({ updated_at: LATER });
  });

  test("to null empties a field", async () => {
    const checkout = await newCheckout();
    await change(checkout, { ...all, accountId: account });
    const empty = {
      registeredEmail: null,
      registeredHash: null,
      form: null,
      formStage: null,
      customerCreated: null,
      solvency: null,
    };
    await change(await sale.reload(checkout.id), { ...empty, accountId: null });
    expect(await sale.reload(checkout.id)).toMatchObject({ ...empty, account: null });
  });

  test("of record and shown quote is also stored", async () => {
    const checkout = await newCheckout();
    const other = await sale.checkout({ type: "Tariff", tariff: "SMART60" });
    await change(checkout, { record: other.record, shown: other.shown });
    expect(await sale.reload(checkout.id)).toMatchObject({ record: other.record, shown: other.shown });
  });

  test("is rejected if the checkout was changed since it was read, or is ordered", async () => {
    const checkout = await newCheckout();
    expect(await change(checkout, { locale: "fr" })).toBe(true);
    expect(await change(checkout, { locale: "it" })).toBe(false);
    expect(await sale.reload(checkout.id)).toMatchObject({ locale: "fr" });
    await sale.order(checkout.id, account);
    expect(await change(await sale.reload(checkout.id), { locale: "it" })).toBe(false);
  });
});

describe("a decision", () => {
  test("is repeated when another request was faster", async () => {
    const checkout = await newCheckout();
    const read: string[] = [];
    const answer = await sale.needs.checkouts.update(checkout.id, async (found) => {
      read.push(found?.locale ?? "none");
      if (read.length === 1 && found) await change(found, { locale: "fr" });
      return { answer: read.length, change: { registeredEmail: `${read.length}@example.ch` } };
    });
    expect([answer, read]).toEqual([2, ["de", "fr"]]);
    expect(await sale.reload(checkout.id)).toMatchObject({ registeredEmail: "2@example.ch", locale: "fr" });
  });

  test("is given up after five attempts", async () => {
    const checkout = await newCheckout();
    let tries = 0;
    const always = sale.needs.checkouts.update(checkout.id, async (found) => {
      tries += 1;
      if (found) await change(found, { locale: "fr" });
      return { answer: null, change: { locale: "it" } };
    });
    await expect(always).rejects.toThrow("five times");
    expect(tries).toBe(5);
  });

  test("without a change, or about no checkout, only returns an answer", async () => {
    const { id, revision } = await newCheckout();
    expect(await sale.needs.checkouts.update(id, () => ({ answer: "same" }))).toBe("same");
    expect((await sale.reload(id)).revision).toBe(revision);
    const none = (found: OpenCheckout | null) => ({ answer: found, change: { locale: "fr" as const } });
    expect(await sale.needs.checkouts.update("x".repeat(32), none)).toBeNull();
  });
});
