import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { documentNumber, personForm, picture } from "../support/people.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { stillClock } from "../support/window-end.ts";
import { wideLimits } from "../support/wide-limits.ts";

/** Default limits, except for those that a test from one address needs wider. */
let shop: Shop;
let image: Blob;
const lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  const env = {
    LOG_LEVEL: "error",
    ...wideLimits({
      ordersPerPerson: 8,
      transfersPerCheckout: 30,
      transfersPerNumber: 30,
      paymentsPerCheckout: 30,
      customersPerCheckout: 20,
      documentsPerCheckout: 20,
      callsPerCheckout: 150,
    }),
  };
  const onLog = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  [shop, image] = await Promise.all([startShop({ env, onLog, now: stillClock() }), picture(200, 200)]);
});
afterAll(() => shop.stop());

const DEVICE = { type: "Tariff", tariff: "SMART60", mobile: "AARE5" } as const;
const email = () => `limit-${randomUUID()}@example.ch`;
const TOO_MANY = { status: 429, body: { message: expect.stringMatching(/\d/) } };

async function order(changes: object = {}) {
  const shopper = shop.shopper();
  await shopper.choose(DEVICE);
  await shopper.becomeCustomer(email(), image, changes as Record<string, unknown>);
  return shopper.call("createOrder", { billPayed: false });
}

/** Repeats a call until it is rejected; returns the number of accepted calls. */
async function untilRefused(call: () => Promise<{ status: number }>, most = 200): Promise<number> {
  for (let count = 0; count < most; count++) {
    const reply = await call();
    if (reply.status !== 429) continue;
    expect(reply).toMatchObject(TOO_MANY);
    return count;
  }
  throw new Error(`${most} calls, and none was refused`);
}

describe("automated stock grabbing", () => {
  test("with one person's name is rejected after eight orders, without effect on others", async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, () => order()));
    const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array.from({ length: 8 }, () => 200), 429, 429, 429, 429]);
    expect(await order({ first_name: "NÖRA", last_name: "-beispiel" })).toMatchObject(TOO_MANY);
    expect(await order({ first_name: "Zoé", last_name: "Ganz-Anders" })).toMatchObject({ status: 200 });
  });
});

describe("a checkout counts once as an order", () => {
  test("after any number of payment requests, with or without an amount due", async () => {
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff: "SMART30" });
    await shopper.becomeCustomer(email(), image, { first_name: "Emma", last_name: "Vielfrager" });
    for (let times = 0; times < 12; times++) expect((await shopper.call("prepareTransaction", {})).status).toBe(200);
    const orders = [await shopper.call("createOrder", { billPayed: false })];
    for (let number = 1; number < 8; number++)
      orders.push(await order({ first_name: "Emma", last_name: "Vielfrager" }));
    expect(orders.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(await order({ first_name: "Emma", last_name: "Vielfrager" })).toMatchObject(TOO_MANY);
  });

  test("and a stranger who uses a customer's name locks no customer of the base out", async () => {
    const named = { first_name: "Mia", last_name: "Keller", day: "14", month: "03", year: "1991" };
    for (let number = 0; number < 9; number++) await order(named);
    const mia = shop.shopper();
    await mia.choose({ type: "Tariff", tariff: "PREPAID20" });
    await expectOk("login", mia.logIn("mia.keller@example.ch"));
    const form = { ...personForm("mia.keller@example.ch"), ...named, idNo: documentNumber() };
    for (const step of ["validateCustomer", "updateCustomer"] as const)
      await expectOk(step, mia.call(step, form as never));
    await expectOk("upload", mia.upload(image));
    await expectOk("create", mia.createCustomer(form));
    expect((await mia.call("prepareTransaction", {})).status).toBe(200);
  });
});

describe("one checkout", () => {
  async function atStep4(): Promise<Shopper & { readonly email: string }> {
    const shopper = Object.assign(shop.shopper(), { email: email() });
    await shopper.choose({ type: "Tariff", tariff: "SMART30" });
    await expectOk("register", shopper.register(shopper.email));
    return shopper;
  }

  test("tries at most 30 PUKs of a number, and a new checkout no more", async () => {
    const number = "41784440011";
    let puk = 10_000_000;
    const guess = (shopper: Shopper & { readonly email: string }) => () =>
      shopper.call("validateCustomer", {
        ...personForm(shopper.email),
        mnp: true,
        mnpMsisdn: number,
        mnpSubscriptionType: "Prepaid",
        puk: String((puk += 1)),
      } as never);
    expect(await untilRefused(guess(await atStep4()))).toBe(30);
    expect(await untilRefused(guess(await atStep4()))).toBe(0);
  });

  test("starts at most 30 payments in an hour, however the tariff changes", async () => {
    const shopper = shop.shopper();
    const records = ["PREPAID20", "PREPAID10"].map((tariff) => ({ type: "Tariff", tariff }) as const);
    await shopper.choose(records[0] ?? DEVICE);
    await shopper.becomeCustomer(email(), image, { first_name: "Pia" });
    let times = 0;
    const toggle = async () => {
      await shopper.choose(records[(times += 1) % 2] ?? DEVICE);
      return shopper.call("prepareTransaction", {});
    };
    expect(await untilRefused(toggle)).toBe(30);
  });

  test("sends at most 20 complete forms and 20 pictures in an hour", async () => {
    const shopper = await atStep4();
    const form = personForm(shopper.email);
    await expectOk("validate", shopper.call("validateCustomer", form as never));
    await expectOk("update", shopper.call("updateCustomer", form as never));
    expect(await untilRefused(() => shopper.upload(image))).toBe(20);
    expect(await untilRefused(() => shopper.createCustomer({ ...form, idNo: documentNumber() }))).toBe(20);
  });

  test("makes at most 150 calls in a minute here; another checkout is not rejected", async () => {
    const shopper = await atStep4();
    const calls = await untilRefused(() => shopper.prepare("4"), 400);
    expect(calls).toBeGreaterThan(100);
    expect(calls).toBeLessThanOrEqual(150);
    expect((await (await atStep4()).prepare("4")).status).toBe(200);
  });
});

test("the subjects of limits are in the database and in the security log only as keyed hashes, and each rejection is logged", async () => {
  const { rows } = await shop.database.pool.query<{ key: string }>("select key from limit_counters");
  expect(rows.length).toBeGreaterThan(20);
  for (const { key } of rows) expect(key).toMatch(/^[A-Za-z]+(:[\w-]{22})?$/);
  const refused = lines.filter(({ security }) => security === "limit.refused");
  const limits = new Set(refused.map(({ limit }) => limit));
  expect([...limits]).toEqual(
    expect.arrayContaining(["ordersPerPerson", "transfersPerCheckout", "transfersPerNumber", "customersPerCheckout"]),
  );
  for (const line of refused)
    expect(line).toMatchObject({
      level: 40,
      counted: expect.stringMatching(/^[\w-]{22}$/),
      refusals: expect.any(Number),
    });
  expect(JSON.stringify(lines)).not.toMatch(/Beispiel|127\.0\.0\.1|41784440011|example\.ch/i);
});
