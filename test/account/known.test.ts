import { afterAll, beforeAll, expect, test } from "vitest";
import { personForm, picture } from "../support/people.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";
import { startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

const SMART30 = { type: "Tariff", tariff: "SMART30" } as const;
async function withTariff(token: string | null = null): Promise<Shopper> {
  const shopper = shop.shopper();
  shopper.token = token;
  await shopper.choose(SMART30);
  return shopper;
}
/** Returns the e-mail that step 3 greets; undefined if it greets without one. */
const greeted = async (shopper: Shopper) =>
  ((await expectOk("prepare 3", shopper.prepare("3"))) as { user?: { email: string } }).user?.email;

test("a new checkout knows no customer", async () => {
  expect(await greeted(await withTariff())).toBeUndefined();
});

test("a shopper who registered in this checkout is known until the customer is created, and continues without a password", async () => {
  const shopper = await withTariff();
  await expectOk("register", shopper.register("known1@example.ch"));
  expect(await expectOk("prepare 3", shopper.prepare("3"))).toEqual({ user: { email: "known1@example.ch" } });
  expect((await shopper.prepare("4")).status).toBe(200);
  const form = personForm("known1@example.ch");
  await expectOk("validate", shopper.call("validateCustomer", form));
  await expectOk("update", shopper.call("updateCustomer", form));
  await expectOk("upload", shopper.upload(await picture()));
  await expectOk("create", shopper.createCustomer(form));
  expect(await greeted(shopper)).toBe("known1@example.ch");
  // From now on only the token counts.
  shopper.token = null;
  expect(await greeted(shopper)).toBeUndefined();
});

test("a token of an earlier purchase is known in the next one, which it then claims", async () => {
  const before = await withTariff();
  await before.logIn("lea.rossi@example.ch");
  const next = await withTariff(before.token);
  // The name is personal data: it requires the token, and is never shown after a mere registration.
  expect(await expectOk("prepare 3", next.prepare("3"))).toEqual({
    user: { email: "lea.rossi@example.ch", name: "Lea Rossi" },
  });
  // The greeting binds nothing: another person can still log in or register.
  next.token = null;
  expect(await greeted(next)).toBeUndefined();
  next.token = before.token;
  expect(await expectOk("prepare 4", next.prepare("4"))).toMatchObject({
    user: { email: "lea.rossi@example.ch", locked: ["email", "salutation"] },
  });
  expect(await greeted(next)).toBe("lea.rossi@example.ch");
});

test("a token of one person is not offered in a checkout that belongs to another", async () => {
  const mia = await withTariff();
  await mia.logIn("mia.keller@example.ch");
  const lea = await withTariff();
  await lea.logIn("lea.rossi@example.ch");
  lea.token = mia.token;
  expect(await greeted(lea)).toBeUndefined();
  const registered = await withTariff();
  await expectOk("register", registered.register("known2@example.ch"));
  registered.token = mia.token;
  expect(await greeted(registered)).toBeUndefined();
});

test("an e-mail that another shopper has meanwhile turned into an account needs a login", async () => {
  const first = await withTariff();
  await expectOk("register", first.register("known3@example.ch"));
  const second = await withTariff();
  await second.becomeCustomer("known3@example.ch", await picture());
  expect(await greeted(first)).toBeUndefined();
});
