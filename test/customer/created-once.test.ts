import { INSOLVENT } from "../support/insolvent.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startShopWithOperator } from "../support/operator.ts";
import { documentNumber, personForm, picture } from "../support/people.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";
import type { Shop } from "../support/shop.ts";

let started: Awaited<ReturnType<typeof startShopWithOperator>>;
let shop: Shop;
let operator: typeof started.operator;
beforeAll(async () => {
  started = await startShopWithOperator();
  ({ shop, operator } = started);
});
afterAll(() => started.stop());

let people = 0;
async function upToCreate(): Promise<{ shopper: Shopper; form: ReturnType<typeof personForm> }> {
  const form = personForm(`once${++people}@example.ch`);
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART60" });
  await expectOk("register", shopper.register(form.email));
  await expectOk("validate", shopper.call("validateCustomer", form));
  await expectOk("update", shopper.call("updateCustomer", form));
  await expectOk("upload", shopper.upload(await picture()));
  return { shopper, form };
}
const checks = () => operator.calls.filter(({ path }) => path === "/solvency/check").length;

test("create-customer sent four times at once answers all four with valid tokens", async () => {
  const { shopper, form } = await upToCreate();
  const replies = await Promise.all(Array.from({ length: 4 }, () => shopper.call("createCustomer", form)));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  for (const { body } of replies) expect((await shopper.call("me", { token: body.body.token })).status).toBe(200);
  const { rows } = await shop.database.pool.query("select 1 from accounts where email = $1", [form.email]);
  expect(rows).toHaveLength(1);
});

test("the solvency check, which costs money, is called once for a person, and again only when the person changes", async () => {
  const { shopper, form } = await upToCreate();
  const before = checks();
  for (let time = 0; time < 3; time++) await expectOk("create", shopper.createCustomer(form));
  await expectOk("another document", shopper.createCustomer({ ...form, idNo: documentNumber() }));
  // Back to the address and forward again: the same person.
  await expectOk("update", shopper.call("updateCustomer", { ...form, number: "3" }));
  await expectOk("create", shopper.createCustomer({ ...form, number: "3" }));
  expect(checks() - before).toBe(1);
  await expectOk("validate", shopper.call("validateCustomer", { ...form, ...INSOLVENT }));
  await expectOk("update", shopper.call("updateCustomer", { ...form, ...INSOLVENT }));
  await expectOk("create", shopper.createCustomer({ ...form, ...INSOLVENT }));
  expect(checks() - before).toBe(2);
  expect(await expectOk("order", shopper.call("createOrder", {}))).toMatchObject({ status: "onHold" });
});

test("of simultaneous requests one calls the solvency check, and all get its answer", async () => {
  const { shopper, form } = await upToCreate();
  const before = checks();
  const replies = await Promise.all(Array.from({ length: 4 }, () => shopper.call("createCustomer", form)));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(checks() - before).toBe(1);
});
