import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { passkeyLogin, passkeyLoginOptions } from "#server/sale/account/passkey-login.ts";
import { addPasskey, passkeyOptions, removePasskey } from "#server/sale/account/passkey-registration.ts";
import { confirmPasswordReset, mailPasswordReset } from "#server/sale/account/password-reset.ts";
import { accountPasskeys } from "#server/sale/identity/passkeys.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { endTokensOf, issueToken } from "#server/sale/identity/tokens.ts";
import { accountServices, type AccountServices } from "../support/account-services.ts";
import { authenticator, type Answering } from "../support/authenticator.ts";
import { handlerCall, jar } from "../support/handler-call.ts";
import { eventually } from "../support/shop.ts";
import { accountOfToken, lockAccount } from "#server/sale/identity/accounts.ts";
import { linkBaseCustomer } from "#server/sale/account/link-base-customer.ts";

let shop: AccountServices;
beforeAll(async () => {
  shop = await accountServices();
});
afterAll(() => shop.sale.close());

const START = new Date("2026-11-23T10:00:00Z");
const MINUTE = 60_000;
const later = (minutes: number) => void (shop.sale.clock.now = new Date(START.getTime() + minutes * MINUTE));
const REFUSED = { ok: false, failure: { name: "passkeyRefused" } };
const DONE = { ok: true, value: { ok: true } };

let people = 0;
let email: string;
let account: string;
let token: string;
beforeEach(async () => {
  later(0);
  shop.sale.events.length = 0;
  email = `passkey${(people += 1)}@example.ch`;
  account = await shop.sale.account(email);
  token = await issueToken(shop.sale.db, { accountId: account, checkoutId: null, device: null }, START);
});

async function challengeToAdd(as = token): Promise<string> {
  const reply = await passkeyOptions(shop.services)(handlerCall<"passkeyOptions">({ body: {}, token: as }));
  if (!reply.ok) throw new Error(reply.failure.name);
  return reply.value.challenge;
}
async function challengeToLogIn(): Promise<string> {
  const reply = await passkeyLoginOptions(shop.services)(handlerCall<"passkeyLoginOptions">({ body: {} }));
  if (!reply.ok) throw new Error(reply.failure.name);
  return reply.value.challenge;
}
type Key = ReturnType<typeof authenticator>;
const add = (body: ReturnType<Key["add"]>, as = token) =>
  addPasskey(shop.services)(handlerCall<"addPasskey">({ body, token: as, locale: "fr" }));
const logIn = (body: ReturnType<Key["logIn"]>, cookies = jar()) =>
  passkeyLogin(shop.services)(handlerCall<"passkeyLogin">({ body, cookies }));

async function added(answering: Answering = {}): Promise<Key> {
  const key = authenticator();
  expect(await add(key.add(await challengeToAdd(), answering))).toEqual(DONE);
  return key;
}
async function whoIs(reply: Awaited<ReturnType<typeof logIn>>) {
  if (!reply.ok) throw new Error(reply.failure.name);
  return accountOfToken(shop.sale.db, reply.value.body.token, shop.sale.clock.now);
}
const WRONG: readonly Answering[] = [
  { origin: "https://evil.example" },
  { rpId: "evil.example" },
  { verified: false },
  { type: "payment.get" },
];

test("an attempt does not count if the operator's own systems fail", async () => {
  const limits = shop.sale.limited({ passwordsPerAddress: { count: 2, seconds: 900, by: "address" } });
  const key = await added();
  const attempt = async (customers: typeof shop.services.customers, answering: Answering = {}) =>
    passkeyLogin({ ...shop.services, limits, customers })(
      handlerCall<"passkeyLogin">({ body: key.logIn(await challengeToLogIn(), answering), ip: "192.0.2.79" }),
    );
  const down = { ...shop.services.customers, findByEmail: () => Promise.reject(new Unavailable("down")) };
  for (let times = 0; times < 4; times += 1) await expect(attempt(down)).rejects.toThrow(Unavailable);
  expect(await attempt(shop.services.customers, { verified: false })).toEqual(REFUSED);
  expect(await attempt(shop.services.customers)).toMatchObject({ ok: true });
  expect(await attempt(shop.services.customers)).toMatchObject({ ok: false, failure: { name: "tooMany" } });
});

describe("adding a passkey", () => {
  test("asks for one bound to this shop that finds its account and verifies its user", async () => {
    const key = await added();
    const reply = await passkeyOptions(shop.services)(handlerCall<"passkeyOptions">({ body: {}, token }));
    expect(reply).toMatchObject({
      ok: true,
      value: {
        rp: { name: "Alpenfon", id: "shop.example.ch" },
        user: { name: email },
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        attestation: "none",
        excludeCredentials: [{ id: key.id }],
      },
    });
  });

  test("stores it, notifies the owner, and records it", async () => {
    await added();
    expect(await accountPasskeys.list(shop.sale.db, account)).toMatchObject([
      { device: null, since: START, lastUsed: null },
    ]);
    expect((await shop.sale.jobs()).at(-1)).toMatchObject({
      name: "mail-account-change",
      payload: { email, locale: "fr", change: "passkeyAdded" },
    });
    expect(shop.sale.events).toMatchObject([{ event: "passkey.added", account: email }]);
  });

  test.each(WRONG)("is rejected with %j", async (answering) => {
    expect(await add(authenticator().add(await challengeToAdd(), answering))).toEqual(REFUSED);
    expect(await accountPasskeys.list(shop.sale.db, account)).toEqual([]);
  });

  test("is rejected for a challenge that was used, has expired, belongs to another account, is for a login, or was never sent", async () => {
    const used = await challengeToAdd();
    await add(authenticator().add(used));
    const stranger = await shop.sale.account(`other.${email}`);
    const theirs = await issueToken(shop.sale.db, { accountId: stranger, checkoutId: null, device: null }, START);
    const never = "A".repeat(43);
    for (const challenge of [used, await challengeToAdd(theirs), await challengeToLogIn(), never, "x", ""])
      expect([challenge, await add(authenticator().add(challenge))]).toEqual([challenge, REFUSED]);
    const late = await challengeToAdd();
    later(5);
    expect(await add(authenticator().add(late))).toEqual(REFUSED);
  });

  test("is rejected for a passkey of another account, and for the eleventh", async () => {
    const key = await added();
    const stranger = await shop.sale.account(`other.${email}`);
    const theirs = await issueToken(shop.sale.db, { accountId: stranger, checkoutId: null, device: null }, START);
    expect(await add(key.add(await challengeToAdd(theirs)), theirs)).toEqual(REFUSED);
    for (let count = 1; count < 9; count++) await added();
    // Two at once, where only one more is allowed.
    const two = [authenticator().add(await challengeToAdd()), authenticator().add(await challengeToAdd())];
    const answers = await shop.sale.db.transaction().execute(async (tx) => {
      await lockAccount(tx, account);
      const both = Promise.all(two.map((each) => add(each)));
      await eventually("both wait for the account", async () => {
        const waiting = await sql`select 1 from pg_locks where not granted`.execute(shop.sale.db);
        return waiting.rows.length >= 2;
      });
      return () => both;
    });
    expect((await answers()).filter(({ ok }) => ok)).toHaveLength(1);
    expect(await add(authenticator().add(await challengeToAdd()))).toEqual(REFUSED);
  });

  test("is rejected if the login ends meanwhile, for example by a mailed link", async () => {
    const challenge = await challengeToAdd();
    const ends = async (tx: Handle) => {
      await lockAccount(tx, account);
      await endTokensOf(tx, account);
    };
    expect(await shop.sale.during(ends, () => add(authenticator().add(challenge)))).toEqual(REFUSED);
    expect(await accountPasskeys.list(shop.sale.db, account)).toEqual([]);
  });

  test("needs a login of the last half hour, as does removing", async () => {
    const challenge = await challengeToAdd();
    later(31);
    const old = { ok: false, failure: { name: "loginTooOld" } };
    expect(await add(authenticator().add(challenge))).toEqual(old);
    const call = handlerCall<"removePasskey">({ body: { id: crypto.randomUUID() }, token });
    expect(await removePasskey(shop.services)(call)).toEqual(old);
    const nobody = handlerCall<"passkeyOptions">({ body: {}, token: "x".repeat(43) });
    expect(await passkeyOptions(shop.services)(nobody)).toMatchObject({ failure: { name: "loginNeeded" } });
  });
});

describe("a login with a passkey", () => {
  test("opens its account, makes the browser known, and records its use", async () => {
    const key = await added();
    later(1);
    const cookies = jar();
    expect(await whoIs(await logIn(key.logIn(await challengeToLogIn()), cookies))).toMatchObject({ id: account });
    expect(cookies.read("kasse-known")).not.toBeNull();
    expect(await accountPasskeys.list(shop.sale.db, account)).toMatchObject([{ lastUsed: shop.sale.clock.now }]);
    expect(shop.sale.events.at(-1)).toMatchObject({ event: "login", account: email, by: "passkey" });
  });

  test.each(WRONG)("is rejected with %j", async (answering) => {
    const key = await added();
    expect(await logIn(key.logIn(await challengeToLogIn(), answering))).toEqual(REFUSED);
    expect(shop.sale.events.at(-1)).toMatchObject({ event: "login.failed", by: "passkey" });
  });

  test("is rejected for a challenge that was used, has expired, or is for adding one", async () => {
    const key = await added();
    const used = await challengeToLogIn();
    expect(await logIn(key.logIn(used))).toMatchObject({ ok: true });
    for (const challenge of [used, await challengeToAdd(), "A".repeat(43)])
      expect(await logIn(key.logIn(challenge))).toEqual(REFUSED);
    const late = await challengeToLogIn();
    later(5);
    expect(await logIn(key.logIn(late))).toEqual(REFUSED);
  });

  test("is rejected with another account's key, with an unknown one, and with a removed one", async () => {
    const [key, other] = [await added(), authenticator()];
    expect(await logIn({ ...other.logIn(await challengeToLogIn()), id: key.id, rawId: key.id })).toEqual(REFUSED);
    expect(await logIn(other.logIn(await challengeToLogIn()))).toEqual(REFUSED);
    const id = (await accountPasskeys.list(shop.sale.db, account))[0]?.id ?? "";
    const remove = (each: string, as = token) =>
      removePasskey(shop.services)(handlerCall<"removePasskey">({ body: { id: each }, token: as }));
    const stranger = await shop.sale.account(`other.${email}`);
    await remove(id, await issueToken(shop.sale.db, { accountId: stranger, checkoutId: null, device: null }, START));
    expect(await logIn(key.logIn(await challengeToLogIn()))).toMatchObject({ ok: true });
    expect([await remove(id), await remove(id), await remove("no id")]).toEqual([DONE, DONE, DONE]);
    expect(await logIn(key.logIn(await challengeToLogIn()))).toEqual(REFUSED);
    expect(shop.sale.events.filter(({ event }) => event === "passkey.removed")).toHaveLength(1);
  });

  test("is rejected if the use counter does not rise, because the key was copied", async () => {
    const key = await added({ count: 1 });
    expect(await logIn(key.logIn(await challengeToLogIn(), { count: 2 }))).toMatchObject({ ok: true });
    for (const count of [2, 1, 0]) {
      const reply = await logIn(key.logIn(await challengeToLogIn(), { count }));
      expect(reply).toEqual({ ok: false, failure: { name: "passkeyCopied" } });
      expect(shop.sale.events.at(-1)).toMatchObject({ event: "login.failed", by: "passkey", reason: "countNotRisen" });
    }
    expect(await logIn(key.logIn(await challengeToLogIn(), { count: 3 }))).toMatchObject({ ok: true });
  });

  test("of a synced passkey is accepted with any count, as each device counts for itself, and recorded", async () => {
    const key = await added({ count: 60, synced: true });
    for (const [count, isBehind] of [
      [61, false],
      [3, true],
      [3, true],
      [0, true],
      [62, false],
    ] as const) {
      const before = shop.sale.events.length;
      expect(await logIn(key.logIn(await challengeToLogIn(), { count, synced: true }))).toMatchObject({ ok: true });
      const events = shop.sale.events.slice(before).map(({ event }) => event);
      expect([count, events]).toEqual([count, isBehind ? ["passkey.behind", "login"] : ["login"]]);
    }
  });

  test("is rejected after a mailed link has proved the owner of the e-mail: another person might have registered with it before", async () => {
    const key = await added();
    await mailPasswordReset(shop.services)({ email, locale: "de" });
    const link = /token=([\w-]+)/.exec(shop.mails.at(-1)?.text ?? "")?.[1] ?? "";
    const body = { token: link, password: "Kirschen im August" };
    await confirmPasswordReset(shop.services)(handlerCall<"passwordResetConfirm">({ body }));
    expect(await logIn(key.logIn(await challengeToLogIn()))).toEqual(REFUSED);
  });

  test("has the base's newest data, and is rejected if the e-mail belongs to a customer who was not proved", async () => {
    const key = await added();
    const person = { userId: email, email, profile: { userId: email } };
    shop.people.push(person);
    expect(await logIn(key.logIn(await challengeToLogIn()))).toEqual(REFUSED);
    await shop.sale.db.transaction().execute((tx) => linkBaseCustomer(tx, person, shop.sale.clock.now));
    expect(await logIn(key.logIn(await challengeToLogIn()))).toEqual(REFUSED);
    token = await issueToken(shop.sale.db, { accountId: account, checkoutId: null, device: null }, START);
    const own = await added();
    await shop.sale.query("update accounts set profile = '{}' where id = $1", [account]);
    expect(await whoIs(await logIn(own.logIn(await challengeToLogIn())))).toMatchObject({ profile: { userId: email } });
  });
});
