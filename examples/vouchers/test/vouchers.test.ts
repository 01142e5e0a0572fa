import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  expectOk,
  NEW_PASSWORD,
  personForm,
  picture,
  startShop,
  type Reply,
  type Shopper,
  type TestShop,
} from "kasse/kit";
import { REFUSALS } from "../texts.ts";

let shop: TestShop;
before(async () => {
  shop = await startShop({ extensions: ["."], settings: { VOUCHERS: "on", LIMITS: "voucherTriesPerAddress=1000" } });
  for (const args of [
    ["SOMMER", "--percent", "10", "--months", "6", "--products", "SMART30,SMART60"],
    ["ZEHN", "--amount", "10"],
    ["LETZTER", "--amount", "5", "--in-all", "1"],
    ["EINMAL", "--amount", "5", "--per-person", "1"],
    ["GESTERN", "--amount", "5", "--from", "2020-01-01", "--until", "2020-02-01"],
    ["MORGEN", "--amount", "5", "--from", "2999-01-01"],
  ])
    assert.equal((await shop.command("vouchers", "create", ...args)).code, 0);
});
after(() => shop.stop());

const SMART30 = { type: "Tariff", tariff: "SMART30" } as const;
const PREPAID = { type: "Tariff", tariff: "PREPAID20" } as const;
type Answer = { readonly billing: number; readonly oneTime: number; readonly total: number; readonly message?: string };
const enter = async (shopper: Shopper, text: string): Promise<Reply<Answer>> =>
  (await shopper.call("summaryField", { extension: "vouchers", text })) as unknown as Reply<Answer>;
const refusal = async (shopper: Shopper, code: string) => {
  const { status, body } = await enter(shopper, code);
  return [status, body.message];
};

async function shopperWith(record: typeof SMART30 | typeof PREPAID): Promise<Shopper> {
  const shopper = shop.shopper();
  await shopper.choose(record);
  return shopper;
}
let people = 0;
async function customerWith(record: typeof SMART30 | typeof PREPAID, email = `v${(people += 1)}@example.ch`) {
  const shopper = await shopperWith(record);
  await shopper.becomeCustomer(email, await picture());
  return shopper;
}
const order = (shopper: Shopper) => shopper.call("createOrder", {});

test("a code is deducted however it is typed, stays when the tariff changes, and can be taken away", async () => {
  const shopper = await shopperWith(SMART30);
  assert.equal((await enter(shopper, " som mer")).body.billing, 22.41);
  const changed = (await shopper.choose({ type: "Tariff", tariff: "SMART60" })) as unknown as Answer;
  assert.equal(changed.billing, 35.91);
  assert.equal((await enter(shopper, "")).body.billing, 39.9);
});

test("one that is unknown, not valid yet or any more, or for other products is refused with its reason", async () => {
  const shopper = await shopperWith(PREPAID);
  assert.deepEqual(await refusal(shopper, "NICHTS"), [422, REFUSALS.unknown.de]);
  assert.deepEqual(await refusal(shopper, "GESTERN"), [422, REFUSALS.unknown.de]);
  assert.deepEqual(await refusal(shopper, "MORGEN"), [422, REFUSALS.unknown.de]);
  assert.deepEqual(await refusal(shopper, "SOMMER"), [422, REFUSALS.unused.de]);
  assert.equal((await enter(shop.shopper(), "ZEHN")).status, 404);
});

test("tries are limited in each purchase", async () => {
  const shopper = await shopperWith(SMART30);
  for (let tries = 0; tries < 20; tries += 1) assert.equal((await enter(shopper, `NR${tries}`)).status, 422);
  const { status, headers } = await enter(shopper, "ZEHN");
  assert.deepEqual([status, Number(headers.get("retry-after")) > 0], [429, true]);
});

test("of five purchases that race for the last use, one has it, and the others see the full price first", async () => {
  const shoppers = await Promise.all(Array.from({ length: 5 }, () => customerWith(SMART30)));
  for (const shopper of shoppers) assert.equal((await enter(shopper, "LETZTER")).body.oneTime, 44);
  const replies = await Promise.all(shoppers.map(order));
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 409, 409, 409, 409]);
  const { body } = replies.find(({ status }) => status === 409) as unknown as Reply<{ checkout: Answer }>;
  assert.equal(body.checkout.oneTime, 49);
  assert.match((await shop.command("vouchers", "list")).out, /LETZTER: CHF 5\.00 once, used 1 of 1 times/);
});

test("one person can use a code as often as it says, whatever checkout", async () => {
  const first = await customerWith(SMART30, "one@example.ch");
  await enter(first, "EINMAL");
  await expectOk("order", order(first));
  const again = shop.shopper();
  await again.choose(SMART30);
  await expectOk("login", again.logIn("one@example.ch", NEW_PASSWORD));
  const form = personForm("one@example.ch");
  await expectOk("validate", again.call("validateCustomer", form as never));
  await expectOk("update", again.call("updateCustomer", form as never));
  await expectOk("upload", again.upload(await picture()));
  await expectOk("create", again.createCustomer(form));
  assert.equal((await enter(again, "EINMAL")).body.oneTime, 44);
  assert.equal((await order(again)).status, 409);
  // A cancelled order gives the use back.
  await expectOk("cancel", first.call("cancelOrder", {}));
  assert.equal((await enter(again, "EINMAL")).body.oneTime, 44);
  await expectOk("order", order(again));
});

test("a paid purchase keeps a code that ends meanwhile, and pays the reduced amount", async () => {
  const shopper = await customerWith(PREPAID);
  assert.equal((await enter(shopper, "ZEHN")).body.total, 10);
  const { redirectUrl } = (await expectOk("begin", shopper.call("prepareTransaction", {}))) as { redirectUrl: string };
  assert.equal((await shop.command("vouchers", "end", "zehn")).code, 0);
  await shopper.pressAtProvider(redirectUrl, "pay");
  const made = (await expectOk("order", order(shopper))) as { status: string; billPayed: boolean };
  assert.deepEqual([made.status, made.billPayed], ["placed", true]);
  assert.deepEqual(await refusal(await shopperWith(PREPAID), "ZEHN"), [422, REFUSALS.unknown.de]);
});

test("wrong options of a command are named", async () => {
  const create = (...args: string[]) => shop.command("vouchers", "create", ...args);
  for (const [args, sentence] of [
    [["X"], /"X" is not a code/],
    [["NEUN", "--amount", "5", "--percent", "5"], /Give either --amount or --percent/],
    [["NEUN", "--amount", "5", "--until", "gestern"], /ISO 8601/],
    [["SOMMER", "--amount", "5"], /already a code SOMMER/],
  ] as const) {
    const { code, err } = await create(...args);
    assert.match(err, sentence);
    assert.notEqual(code, 0);
  }
});
