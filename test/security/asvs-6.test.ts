import { afterAll, beforeAll, expect, test } from "vitest";
import { picture } from "../support/people.ts";
import { startShop, type Shop } from "../support/shop.ts";

// OWASP ASVS 5.0, V6 Authentication: items without another test (docs/evidence/asvs.md).

let shop: Shop;
let image: Blob;
beforeAll(async () => {
  [shop, image] = await Promise.all([startShop(), picture()]);
});
afterAll(() => shop.stop());

test("a new shop has no default account, login or role", async () => {
  const { rows } = await shop.database.pool.query(
    "select (select count(*) from accounts) + (select count(*) from tokens) as n",
  );
  expect(Number((rows[0] as { n: string }).n)).toBe(0);
});

let people = 0;
async function withPassword(password: string) {
  const email = `password${(people += 1)}@example.ch`;
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
  const registered = await shopper.register(email, password);
  if (registered.status === 200) {
    const { personForm } = await import("../support/people.ts");
    for (const call of ["validateCustomer", "updateCustomer"] as const) await shopper.call(call, personForm(email));
    await shopper.upload(image);
    await shopper.createCustomer(personForm(email));
  }
  return {
    status: registered.status,
    logIn: async (typed: string) => (await shop.shopper().logIn(email, typed)).status,
  };
}

test("a password is compared as typed: every letter, its case, its spaces, and to its end", async () => {
  const own = `  Birnen am Montag ${"ohne Ende ".repeat(8)}!`;
  const { status, logIn } = await withPassword(own);
  expect([status, await logIn(own)]).toEqual([200, 200]);
  for (const other of [own.trim(), own.toLowerCase(), own.slice(0, 72), own.slice(0, -1), `${own} `])
    expect([other, await logIn(other)]).toEqual([other, 401]);
});

test.each([
  ["letters alone", "birnenkompottamdienstag"],
  ["spaces", "vier Birnen am Montag"],
  ["other alphabets and pictures", "крушке у понедељак 🍐"],
  ["64 characters", "Zwetschgen im Herbst, Birnen am Montag, und Quitten im November!"],
])("a password of %s is allowed", async (_, password) => {
  const { status, logIn } = await withPassword(password);
  expect([status, await logIn(password)]).toEqual([200, 200]);
});
