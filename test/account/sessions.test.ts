import { compose } from "../support/compose.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Handle } from "#server/platform/database/database.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import { readConfig } from "#server/config/config.ts";
import { changePassword } from "#server/sale/account/change-password.ts";
import { mailAccountChange } from "#server/sale/account/mail-account-change.ts";
import { passwordLogin } from "#server/sale/account/password-login.ts";
import { endOneSession, endOtherSessions, logOut, showAccount } from "#server/sale/account/sessions.ts";
import { hashPassword } from "#server/authentication/passwords.ts";
import { accountServices, type AccountServices } from "../support/account-services.ts";
import { handlerCall } from "../support/handler-call.ts";
import { accountOfToken } from "#server/sale/identity/accounts.ts";

let shop: AccountServices;
beforeAll(async () => {
  shop = await accountServices();
});
afterAll(() => shop.sale.close());

const START = new Date("2026-11-23T10:00:00Z");
const HOUR = 3600_000;
const OWN = "Birnen am Montag";
const NEW = "Zwetschgen im Herbst";
const LOGIN_NEEDED = { ok: false, failure: { name: "loginNeeded" } };
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

let people = 0;
let email: string;
beforeEach(async () => {
  shop.sale.clock.now = START;
  shop.sale.events.length = 0;
  email = `session${(people += 1)}@example.ch`;
  const id = await shop.sale.account(email);
  await shop.sale.query("update accounts set password_hash = $2 where id = $1", [id, await hashPassword(OWN)]);
});

async function logIn(username = email, userAgent = FIREFOX, password = OWN): Promise<string> {
  const call = handlerCall<"passwordLogin">({ body: { username, password }, headers: { "user-agent": userAgent } });
  const reply = await passwordLogin(shop.services)(call);
  if (!reply.ok) throw new Error(reply.failure.name);
  return reply.value.body.token;
}
const isValid = async (token: string) => (await accountOfToken(shop.sale.db, token, shop.sale.clock.now)) !== null;
async function sessions(token: string) {
  const reply = await showAccount(shop.services)(handlerCall<"account">({ body: null, token }));
  if (!reply.ok) throw new Error(reply.failure.name);
  return reply.value.sessions;
}
const events = () => shop.sale.events.map(({ event }) => event);

describe("the account", () => {
  test("shows the logins of its customer, newest first, and marks the current one", async () => {
    await logIn("other@example.ch").catch(() => "");
    const first = await logIn();
    shop.sale.clock.now = new Date(START.getTime() + HOUR);
    const second = await logIn(email, "curl/8");
    await isValid(first);
    const reply = await showAccount(shop.services)(handlerCall<"account">({ body: null, token: first }));
    expect(reply).toEqual({
      ok: true,
      value: {
        email,
        orders: [],
        sessions: [
          {
            id: expect.any(String),
            device: null,
            since: "2026-11-23T11:00:00.000Z",
            lastUsed: "2026-11-23T11:00:00.000Z",
            current: false,
          },
          {
            id: expect.any(String),
            device: "Firefox, Windows",
            since: "2026-11-23T10:00:00.000Z",
            lastUsed: "2026-11-23T11:00:00.000Z",
            current: true,
          },
        ],
        passkeys: [],
      },
    });
    expect((await sessions(second)).map(({ current }) => current)).toEqual([true, false]);
  });

  test("does not show an expired login", async () => {
    await logIn();
    shop.sale.clock.now = new Date(START.getTime() + 2 * HOUR);
    expect(await sessions(await logIn())).toHaveLength(1);
  });

  test.each([null, "", "x".repeat(43)])("is hidden with the token %j", async (token) => {
    const call = <Name extends "account" | "endOtherSessions">() => handlerCall<Name>({ body: {}, token } as never);
    expect(await showAccount(shop.services)(call<"account">())).toEqual(LOGIN_NEEDED);
    expect(await endOtherSessions(shop.services)(call<"endOtherSessions">())).toEqual(LOGIN_NEEDED);
    expect(await endOneSession(shop.services)(handlerCall<"endSession">({ body: { id: "x" }, token }))).toEqual(
      LOGIN_NEEDED,
    );
  });
});

describe("a logout", () => {
  const out = (token: string | null) => logOut(shop.services)(handlerCall<"logout">({ body: {}, token }));

  test("ends only its token, on the server", async () => {
    const [here, there] = [await logIn(), await logIn()];
    expect(await out(here)).toEqual({ ok: true, value: { ok: true } });
    expect([await isValid(here), await isValid(there)]).toEqual([false, true]);
    expect(events()).toEqual(["login", "login", "logout"]);
  });

  test.each([null, "x".repeat(43)])("with the token %j, or repeated, succeeds", async (token) => {
    expect(await out(token)).toEqual({ ok: true, value: { ok: true } });
    expect(events()).toEqual([]);
  });
});

describe("ending logins", () => {
  const endOne = (token: string, id: string) =>
    endOneSession(shop.services)(handlerCall<"endSession">({ body: { id }, token }));

  test("ends one by its id, which is not its token", async () => {
    const [here, there] = [await logIn(), await logIn()];
    const id = (await sessions(here)).find(({ current }) => !current)?.id ?? "";
    expect(await endOne(here, id)).toEqual({ ok: true, value: { ok: true } });
    expect([await isValid(here), await isValid(there)]).toEqual([true, false]);
    expect(shop.sale.events.at(-1)).toMatchObject({ event: "session.ended", account: email, by: "customer", count: 1 });
    expect(await endOne(here, id)).toEqual({ ok: true, value: { ok: true } });
    expect(events()).toEqual(["login", "login", "session.ended"]);
  });

  test("needs a login of the last half hour", async () => {
    const [here, there] = [await logIn(), await logIn()];
    const id = (await sessions(here)).find(({ current }) => !current)?.id ?? "";
    shop.sale.clock.now = new Date(START.getTime() + HOUR / 2 + 1);
    const tooOld = { ok: false, failure: { name: "loginTooOld" } };
    expect(await endOne(here, id)).toEqual(tooOld);
    const others = handlerCall<"endOtherSessions">({ body: {}, token: here });
    expect(await endOtherSessions(shop.services)(others)).toEqual(tooOld);
    expect([await isValid(here), await isValid(there)]).toEqual([true, true]);
  });

  test("ends neither another customer's login nor an unknown id", async () => {
    const mine = await logIn();
    const id = (await sessions(mine))[0]?.id ?? "";
    const stranger = `stranger.${email}`;
    await shop.sale.query("update accounts set password_hash = $2 where id = $1", [
      await shop.sale.account(stranger),
      await hashPassword(OWN),
    ]);
    const theirs = await logIn(stranger);
    for (const each of [id, "", "1; delete from tokens", "漢"]) await endOne(theirs, each);
    expect(await isValid(mine)).toBe(true);
  });

  test("ends all others at once", async () => {
    const tokens = [await logIn(), await logIn(), await logIn()] as const;
    await endOtherSessions(shop.services)(handlerCall<"endOtherSessions">({ body: {}, token: tokens[1] }));
    expect(await Promise.all(tokens.map(isValid))).toEqual([false, true, false]);
    expect(shop.sale.events.at(-1)).toMatchObject({ event: "session.ended", count: 2 });
  });
});

describe("a new password", () => {
  const change = (
    token: string,
    password: string,
    newPassword: string,
    services: Partial<AccountServices["services"]> = {},
  ) =>
    changePassword(compose({ ...shop.services, ...services }))(
      handlerCall<"changePassword">({ body: { password, newPassword }, token, locale: "it" }),
    );
  const invalid = (fields: object) => ({ ok: false, failure: { name: "invalidFields", fields } });

  test("needs the current one, ends every other login and link, and its owner gets a mail", async () => {
    const [here, there] = [await logIn(), await logIn()];
    await shop.sale.query(
      "insert into password_resets (token_hash, account_id, expires_at) select $1, id, now() from accounts where email = $2",
      [Buffer.from(email), email],
    );
    expect(await change(here, OWN, NEW)).toEqual({ ok: true, value: { message: expect.stringContaining("password") } });
    expect([await isValid(here), await isValid(there)]).toEqual([true, false]);
    expect(await logIn(email, FIREFOX, NEW)).toMatch(/^[\w-]{43}$/);
    await expect(logIn(email, FIREFOX, OWN)).rejects.toThrow("loginWrong");
    const links =
      "select 1 from password_resets r join accounts a on a.id = r.account_id where a.email = $1 and r.ended_at is null";
    expect(await shop.sale.query(links, [email])).toEqual([]);
    expect((await shop.sale.jobs()).at(-1)).toMatchObject({
      name: "mail-account-change",
      payload: { email, locale: "it", change: "password" },
    });
    const ended = { event: "session.ended", account: email, by: "password", count: 1 };
    expect(shop.sale.events).toContainEqual(expect.objectContaining({ event: "password.changed", account: email }));
    expect(shop.sale.events).toContainEqual(expect.objectContaining(ended));
  });

  test("does not count as an attempt if the operator's own systems fail", async () => {
    const here = await logIn();
    const limits = shop.sale.limited({
      passwordsPerAddress: { count: 2, seconds: 900, by: "address" },
      passwordsPerAccount: { count: 2, seconds: 900, by: "account" },
    });
    const failing = () => Promise.reject(new Unavailable("the customer base is down"));
    const down = { limits, customers: { ...shop.services.customers, findByEmail: failing, checkPassword: failing } };
    for (let times = 0; times < 4; times += 1) await expect(change(here, OWN, NEW, down)).rejects.toThrow(Unavailable);
    expect(await change(here, "falsches Wort", NEW, { limits })).toEqual(invalid({ password: "password.wrong" }));
    expect(await change(here, OWN, NEW, { limits })).toMatchObject({ ok: true });
    expect(await change(here, NEW, OWN, { limits })).toMatchObject({ ok: false, failure: { name: "tooMany" } });
  });

  test("set meanwhile by a mailed link wins: the old password neither logs in nor replaces it", async () => {
    const here = await logIn();
    const byLink = await hashPassword("Kirschen im August");
    const set = (hash: string) => (tx: Handle) =>
      sql`update accounts set password_hash = ${hash} where email = ${email}`.execute(tx);
    await expect(shop.sale.during(set(byLink), () => logIn())).rejects.toThrow("loginWrong");
    await set(await hashPassword(OWN))(shop.sale.db);
    const changed = await shop.sale.during(set(byLink), () => change(here, OWN, NEW));
    expect(changed).toEqual(invalid({ password: "password.wrong" }));
    expect(await logIn(email, FIREFOX, "Kirschen im August")).toMatch(/^[\w-]{43}$/);
    expect(events()).toEqual(["login", "login.failed", "login.failed", "login"]);
  });

  test("is rejected without the current one, and by the rules for new ones", async () => {
    const here = await logIn();
    expect(await change(here, "falsches Wort", NEW)).toEqual(invalid({ password: "password.wrong" }));
    expect(events()).toEqual(["login", "login.failed"]);
    expect(await change(here, "", "")).toEqual(invalid({ password: "missing", newPassword: "missing" }));
    expect(await change(here, OWN, "kurz")).toEqual(invalid({ newPassword: "password.tooShort" }));
    expect(await change(here, OWN, OWN)).toEqual(invalid({ newPassword: "password.unchanged" }));
    expect(await change(here, OWN, OWN.replace(" ", "\u00a0"))).toEqual(invalid({ newPassword: "password.unchanged" }));
    expect(await change(here, OWN, `${email}1`)).toEqual(invalid({ newPassword: "password.common" }));
    expect(await change("x".repeat(43), OWN, NEW)).toEqual(LOGIN_NEEDED);
    await expect(logIn(email, FIREFOX, NEW)).rejects.toThrow("loginWrong");
  });

  test("counts as an attempt of the password", async () => {
    const here = await logIn();
    const limits = shop.sale.limited({
      passwordsPerAccount: { ...readConfig({}).limits.passwordsPerAccount, count: 1 },
    });
    expect(await change(here, "falsches Wort", NEW, { limits })).toMatchObject({ failure: { name: "invalidFields" } });
    expect(await change(here, OWN, NEW, { limits })).toMatchObject({ failure: { name: "tooMany" } });
  });

  test("is rejected if the base has since given the e-mail to its customer", async () => {
    const here = await logIn();
    shop.people.push({ userId: email, email, password: "at the base", profile: { userId: email } });
    expect(await change(here, OWN, NEW)).toEqual(invalid({ password: "password.wrong" }));
    expect(await shop.sale.query("select customer_base_id from accounts where email = $1", [email])).toEqual([
      { customer_base_id: null },
    ]);
  });

  test("for a customer of the base needs the base's password, and applies here from then on", async () => {
    const own = `base.${email}`;
    shop.people.push({ userId: own, email: own, password: "at the base", profile: { userId: own } });
    const here = await logIn(own, FIREFOX, "at the base");
    expect(await change(here, OWN, NEW)).toEqual(invalid({ password: "password.wrong" }));
    expect(await change(here, "at the base", NEW)).toMatchObject({ ok: true });
    expect(await logIn(own, FIREFOX, NEW)).toMatch(/^[\w-]{43}$/);
    await expect(logIn(own, FIREFOX, "at the base")).rejects.toThrow("loginWrong");
  });
});

test.each(["password", "passkeyAdded", "passkeyRemoved"] as const)(
  "the mail about %s contains instructions",
  async (change) => {
    await mailAccountChange(shop.services)({ id: change, email, locale: "de", change });
    const mail = shop.mails.at(-1);
    expect(mail).toMatchObject({
      to: email,
      key: `account-change:${change}`,
      subject: expect.stringContaining("Alpenfon"),
    });
    expect(mail?.text.split("\n\n")).toHaveLength(4);
    expect(mail?.text).toContain("Waren das nicht Sie?");
    expect(mail?.text).not.toMatch(/undefined|\{/);
  },
);
