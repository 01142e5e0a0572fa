import { afterAll, beforeAll, expect, test } from "vitest";
import { authenticator } from "../support/authenticator.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";
import { startShop, type Shop } from "../support/shop.ts";

/** Makes the account page's calls like a browser, with an account from the customer base. */
let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ jobs: true, asDelivered: true });
});
afterAll(() => shop.stop());

const EMAIL = "mia.keller@example.ch";
async function loggedIn(password?: string): Promise<Shopper> {
  const shopper = shop.shopper();
  await expectOk("login", shopper.logIn(EMAIL, password));
  return shopper;
}
const sessionsOf = async (shopper: Shopper) => (await expectOk("account", shopper.call("account"))).sessions;

test("a customer sees the logins and ends one, then all others", async () => {
  const [here, lost, other] = [await loggedIn(), await loggedIn(), await loggedIn()];
  const before = await sessionsOf(here);
  expect(before.filter(({ current }) => current)).toHaveLength(1);
  const mine = (await sessionsOf(lost)).find(({ current }) => current);
  await expectOk("end", here.call("endSession", { id: mine?.id ?? "" }));
  expect((await lost.call("account")).status).toBe(401);
  expect(await sessionsOf(here)).toHaveLength(before.length - 1);
  await expectOk("end others", here.call("endOtherSessions"));
  expect((await other.call("account")).status).toBe(401);
  expect(await sessionsOf(here)).toMatchObject([{ current: true }]);
  await expectOk("logout", here.call("logout"));
  expect((await here.call("account")).status).toBe(401);
});

test("a password is stored as OWASP recommends, unless a test asks for less", async () => {
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
  await expectOk("register", shopper.register("strong@example.ch"));
  const { rows } = await shop.database.pool.query<{ registered_hash: string }>(
    "select registered_hash from checkouts where registered_email = 'strong@example.ch'",
  );
  expect(rows[0]?.registered_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test("a passkey is added, logs in without a password, and is removed", async () => {
  const shopper = await loggedIn();
  const key = authenticator(shop.kasse.services.config.publicUrl);
  const { challenge } = await expectOk("options", shopper.call("passkeyOptions"));
  await expectOk("add", shopper.call("addPasskey", key.add(challenge)));
  const stranger = shop.shopper();
  const login = await expectOk("login options", stranger.call("passkeyLoginOptions"));
  expect(JSON.stringify(login)).not.toContain(EMAIL);
  const { body } = await expectOk("login", stranger.call("passkeyLogin", key.logIn(login.challenge, { count: 1 })));
  stranger.token = body.token;
  const account = await expectOk("account", stranger.call("account"));
  expect(account).toMatchObject({ email: EMAIL, passkeys: [{ lastUsed: expect.any(String) }] });
  await expectOk("remove", stranger.call("removePasskey", { id: account.passkeys[0]?.id ?? "" }));
  const again = await expectOk("login options", stranger.call("passkeyLoginOptions"));
  expect((await shop.shopper().call("passkeyLogin", key.logIn(again.challenge, { count: 2 }))).status).toBe(400);
});

test("a changed password takes effect at once, ends the other logins, and the owner gets a mail", async () => {
  const [here, there] = [await loggedIn(), await loggedIn()];
  const passwords = { password: "kasse-demo-2026", newPassword: "Birnen am Dienstag" };
  expect((await here.call("changePassword", { ...passwords, password: "falsch" })).status).toBe(422);
  await expectOk("change", here.call("changePassword", passwords));
  expect((await there.call("account")).status).toBe(401);
  expect((await shop.shopper().logIn(EMAIL)).status).toBe(401);
  await loggedIn("Birnen am Dienstag");
  await expect.poll(async () => (await shop.messages(EMAIL)).length).toBeGreaterThan(0);
});
