import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCheckouts, isOwner } from "#server/sale/checkout/access.ts";
import type { OpenCheckout } from "#server/sale/checkout/checkout.ts";
import { issueToken } from "#server/sale/identity/tokens.ts";
import { meeting } from "../support/meeting.ts";
import { openSaleDatabase, type SaleDatabase } from "../support/sale-database.ts";
import { changeCheckout, type CheckoutChange } from "#server/sale/checkout/queries.ts";

let sale: SaleDatabase;
beforeAll(async () => {
  sale = await openSaleDatabase();
});
afterAll(() => sale.close());

const UNKNOWN = { ok: false, failure: { name: "checkoutUnknown" } };
const TO_LOGIN = { ok: false, failure: { name: "stepRefused", page: "3" } };
const UNKNOWN_TOKEN = "x".repeat(43);

async function customer(email: string): Promise<{ id: string; token: string }> {
  const id = await sale.account(email);
  return { id, token: await issueToken(sale.db, { accountId: id, checkoutId: null, device: null }, sale.clock.now) };
}

async function checkoutWith(change: CheckoutChange = {}): Promise<OpenCheckout> {
  const checkout = await sale.checkout({ type: "Tariff", tariff: "SMART30" });
  await changeCheckout(sale.db, sale.needs, checkout, change);
  return sale.reload(checkout.id);
}

const asCustomer = ({ id }: { id: string }, token: string | null, options: { repeatsAnswer?: true } = {}) =>
  sale.needs.checkouts.openForCustomer({ checkoutId: id, token }, options);

describe("from step 4 on (decisions 4)", () => {
  test.each([null, "", "unknown", "x".repeat(32), "x".repeat(33)])(
    "the id %j belongs to no checkout",
    async (checkoutId) => {
      expect(await sale.needs.checkouts.openForCustomer({ checkoutId, token: null })).toEqual(UNKNOWN);
    },
  );

  test("a checkout without a customer needs no token, and an unknown token does not open it", async () => {
    const checkout = await checkoutWith();
    expect(await asCustomer(checkout, null)).toMatchObject({ ok: true, value: { token: null } });
    expect(await asCustomer(checkout, UNKNOWN_TOKEN)).toEqual(TO_LOGIN);
    expect((await sale.reload(checkout.id)).revision).toBe(checkout.revision);
  });

  test("when two customers claim a checkout at once, one gets it", async () => {
    const customers = [await customer("eva@example.ch"), await customer("uma@example.ch")];
    const checkout = await checkoutWith();
    const meet = meeting(2);
    const { catalogues } = sale.needs;
    // Both have read the checkout before either claims it.
    const ofVersion: typeof catalogues.ofVersion = async (...version) => (
      await meet(),
      catalogues.ofVersion(...version)
    );
    const checkouts = createCheckouts({ ...sale.needs, catalogues: { ...catalogues, ofVersion } });
    const taken = await Promise.all(
      customers.map(({ token }) => checkouts.openForCustomer({ checkoutId: checkout.id, token })),
    );
    expect(taken.filter(({ ok }) => ok)).toHaveLength(1);
    expect(taken.find(({ ok }) => !ok)).toEqual(TO_LOGIN);
  });

  test("a valid token claims a checkout without a customer, which then stays that customer's", async () => {
    const [mia, lea] = [await customer("mia@example.ch"), await customer("lea@example.ch")];
    const checkout = await checkoutWith();
    expect(await asCustomer(checkout, mia.token)).toMatchObject({
      ok: true,
      value: { checkout: { account: { id: mia.id, email: "mia@example.ch" } }, token: mia.token },
    });
    expect(await asCustomer(checkout, mia.token)).toMatchObject({ ok: true, value: { token: mia.token } });
    expect(await asCustomer(checkout, lea.token)).toEqual(TO_LOGIN);
    expect(await asCustomer(checkout, null)).toEqual(TO_LOGIN);
  });

  test("a token does not claim a checkout in which another person registered", async () => {
    const { token } = await customer("ida@example.ch");
    expect(await asCustomer(await checkoutWith({ registeredEmail: "ida@example.ch" }), token)).toEqual(TO_LOGIN);
  });

  test("a customer created in this checkout needs no token where that is allowed, for five minutes", async () => {
    const { id } = await customer("nina@example.ch");
    const since = sale.clock.now;
    await sale.query("update accounts set created_at = $2 where id = $1", [id, since]);
    const own = await checkoutWith({ accountId: id, registeredEmail: "nina@example.ch" });
    expect(await asCustomer(own, null, { repeatsAnswer: true })).toEqual(TO_LOGIN);
    await issueToken(sale.db, { accountId: id, checkoutId: own.id, device: null }, since);
    expect(await asCustomer(own, null, { repeatsAnswer: true })).toMatchObject({ ok: true, value: { token: null } });
    expect(await asCustomer(own, null)).toEqual(TO_LOGIN);
    const another = await checkoutWith({ accountId: id, registeredEmail: null });
    await issueToken(sale.db, { accountId: id, checkoutId: another.id, device: null }, since);
    expect(await asCustomer(another, null, { repeatsAnswer: true })).toEqual(TO_LOGIN);
    sale.clock.now = new Date(since.getTime() + 5 * 60_000);
    expect(await asCustomer(own, null, { repeatsAnswer: true })).toEqual(TO_LOGIN);
    sale.clock.now = since;
  });

  test("after the order everyone with the id has access, without personal data", async () => {
    const { id, token } = await customer("olga@example.ch");
    const ordered = await checkoutWith({ accountId: id });
    await sale.order(ordered.id, id);
    for (const sent of [null, token, UNKNOWN_TOKEN])
      expect(await asCustomer(ordered, sent)).toMatchObject({ ok: true, value: { token: null } });
  });
});

test("entering a step with a token counts as a use of the token", async () => {
  const { id, token } = await customer("tina@example.ch");
  const checkout = await checkoutWith();
  const start = sale.clock.now;
  sale.clock.now = new Date(start.getTime() + 3600_000);
  expect(await asCustomer(checkout, token)).toMatchObject({ ok: true });
  expect(await sale.query("select used_at from tokens where account_id = $1", [id])).toEqual([
    { used_at: sale.clock.now },
  ]);
  sale.clock.now = start;
});

describe("before step 4", () => {
  test("the id is enough, but a token that is sent must be valid until there is an order", async () => {
    const { id, token } = await customer("pia@example.ch");
    const checkout = await checkoutWith({ accountId: id });
    const open = (sent: string | null) => sale.needs.checkouts.openForAnyone({ checkoutId: checkout.id, token: sent });
    expect(await sale.needs.checkouts.openForAnyone({ checkoutId: null, token: null })).toEqual(UNKNOWN);
    for (const sent of [null, token]) expect(await open(sent)).toMatchObject({ ok: true, value: { token: null } });
    expect(await open(UNKNOWN_TOKEN)).toEqual(TO_LOGIN);
    await sale.order(checkout.id, id);
    expect(await open(UNKNOWN_TOKEN)).toMatchObject({ ok: true, value: { checkout: { id: checkout.id } } });
  });
});

describe("the order of a checkout", () => {
  test("is accessible only to its owner", async () => {
    const [owner, other] = [await customer("rosa@example.ch"), await customer("sara@example.ch")];
    const checkout = await checkoutWith({ accountId: owner.id });
    const open = (token: string | null) => sale.needs.checkouts.openForOwner({ checkoutId: checkout.id, token });
    expect(await sale.needs.checkouts.openForOwner({ checkoutId: "x", token: owner.token })).toEqual(UNKNOWN);
    expect(await open(owner.token)).toEqual({ ok: false, failure: { name: "notFound" } });
    await sale.order(checkout.id, owner.id);
    for (const sent of [null, other.token, UNKNOWN_TOKEN])
      expect(await open(sent)).toEqual({ ok: false, failure: { name: "loginNeeded" } });
    expect(await open(owner.token)).toMatchObject({
      ok: true,
      value: { id: checkout.id, order: { number: expect.stringMatching(/^K\d+$/), status: "placed", billPaid: false } },
    });
  });

  test("has no owner without a customer", async () => {
    const checkout = await checkoutWith();
    expect(isOwner({ checkout, tokenAccount: null })).toBe(false);
    expect(isOwner({ checkout, tokenAccount: { id: "a", email: "a@example.ch", profile: {} } })).toBe(false);
  });
});
