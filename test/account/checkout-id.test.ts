import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { personForm } from "../support/people.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";

let shop: Shop;
let clock = 0;
beforeAll(async () => {
  shop = await startShop({ jobs: true, now: () => new Date(Date.now() + clock) });
});
afterAll(() => shop.stop());
beforeEach(() => void (clock = 0));

let people = 0;
type Customer = { readonly shopper: Shopper; readonly email: string; readonly form: ReturnType<typeof personForm> };
async function customer(): Promise<Customer> {
  const email = `only-id-${(people += 1)}@example.ch`;
  const form = personForm(email);
  const shopper = shop.shopper();
  await shopper.choose({ type: "TV Tariff", tv_tariff: "TVM" });
  await shopper.becomeCustomer(email, null, form);
  return { shopper, email, form };
}

/** Returns a shopper in another browser who has only the checkout id. */
function thiefOf({ shopper }: Customer): Shopper {
  const thief = shop.shopper();
  thief.checkoutId = shopper.checkoutId;
  return thief;
}

async function resetPassword({ shopper, email }: Customer): Promise<void> {
  await expectOk("request", shopper.call("passwordReset", { username: email }));
  const mail = async () => /token=(\S+)/.exec((await shop.messages(email))[0]?.text ?? "")?.[1];
  const token = await eventually("the mail", mail);
  await expectOk("confirm", shopper.call("passwordResetConfirm", { token, password: "Kirschen im August" }));
}

const ENDS: readonly (readonly [string, (of: Customer) => Promise<unknown> | void])[] = [
  ["five minutes", () => void (clock = 5 * 60_000 + 1000)],
  ["a logout", ({ shopper }) => expectOk("logout", shopper.call("logout", {}))],
  ["a new password", resetPassword],
  ["a login elsewhere in the checkout", ({ shopper, email }) => shopper.logIn(email, "ein-gutes-Wort-2026")],
];

test.each(ENDS)("after %s, the checkout id alone gives no access to the customer's data", async (_, end) => {
  const victim = await customer();
  await end(victim);
  const thief = thiefOf(victim);
  const login = { status: 409, body: { page: "3" } };
  for (const call of ["createCustomer", "updateCustomer", "validateCustomer"] as const)
    expect(await thief.call(call, victim.form)).toMatchObject(login);
  for (const call of ["createOrder", "prepareTransaction", "photoLink"] as const)
    expect(await thief.call(call, {})).toMatchObject(login);
  for (const step of ["4", "4a", "5", "6"]) expect(await thief.prepare(step)).toMatchObject(login);
  expect((await thief.prepare("3")).body).toEqual({});
  for (const call of ["account", "me"] as const) expect((await thief.call(call)).status).toBe(401);
});
