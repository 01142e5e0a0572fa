import { afterAll, beforeAll, expect, test } from "vitest";
import { documentNumber, personForm, picture } from "../support/people.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";
import { startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
let image: Blob;
beforeAll(async () => {
  [shop, image] = await Promise.all([startShop(), picture()]);
});
afterAll(() => shop.stop());

const REFUSED = { status: 406, body: { body: { error_fields: { idNo: [expect.any(String)] } } } };
let people = 0;

async function customer(changes: Record<string, unknown>) {
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
  const form = { ...personForm(`document${(people += 1)}@example.ch`), ...changes };
  await expectOk("register", shopper.register(form.email));
  await expectOk("validate", shopper.call("validateCustomer", form));
  await expectOk("update", shopper.call("updateCustomer", form));
  await shopper.upload(image);
  return { shopper, form, created: await shopper.createCustomer(form) };
}
const order = (shopper: Shopper) => shopper.call("createOrder", {});

// What a document belongs to is tested in test/document/claims.test.ts, made.test.ts and cancel.test.ts.
test("a document belongs to the customer who orders with it, not to the first who types it", async () => {
  const idNo = documentNumber();
  const { shopper: typist, form } = await customer({ idNo });
  await expectOk("corrected", typist.createCustomer({ ...form, idNo: documentNumber() }));
  const { shopper: owner, created } = await customer({ idNo });
  expect(created.status).toBe(200);
  await expectOk("order", order(owner));
  expect(await typist.createCustomer({ ...form, idNo: idNo.toLowerCase() })).toMatchObject(REFUSED);
});

test("registering again with a corrected e-mail in the same checkout works", async () => {
  const { shopper, form } = await customer({});
  const corrected = `corrected${(people += 1)}@example.ch`;
  await expectOk("register", shopper.register(corrected));
  const again = { ...form, email: corrected };
  for (const name of ["validateCustomer", "updateCustomer"] as const) await expectOk(name, shopper.call(name, again));
  await shopper.upload(image);
  await expectOk("create", shopper.createCustomer(again));
  await expectOk("order", order(shopper));
  expect(await expectOk("order page", shopper.call("order"))).toMatchObject({ email: corrected });
});

test("an unknown checkout id is 404 on every call, even where none is needed", async () => {
  const stranger = shop.shopper();
  for (const id of ["B".repeat(32), "nonsense"]) {
    stranger.checkoutId = id;
    for (const reply of [
      await stranger.call("catalogue"),
      await stranger.call("bundles", undefined, { tariff: "SMART60", family: "1" }),
      await stranger.call("addressSearch", { term: "Bahnhof" }),
      await stranger.call("passwordLogin", { username: "mia.keller@example.ch", password: "kasse-demo-2026" }),
      await stranger.call("checkout", { type: "Tariff", tariff: "SMART30" }),
    ])
      expect(reply).toMatchObject({ status: 404, body: { message: expect.any(String) } });
  }
  stranger.checkoutId = null;
  expect((await stranger.call("catalogue")).status).toBe(200);
});
