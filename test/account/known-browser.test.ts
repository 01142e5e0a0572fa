import { createSecretKey } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { confirmPasswordReset, mailPasswordReset } from "#server/sale/account/password-reset.ts";
import { passwordLogin } from "#server/sale/account/password-login.ts";
import { sendSms } from "#server/sale/account/sms-login.ts";
import { hashPassword } from "#server/authentication/passwords.ts";
import { accountServices, type AccountServices } from "../support/account-services.ts";
import { handlerCall, jar } from "../support/handler-call.ts";
import { createKnownBrowsers } from "#server/authentication/known-browser.ts";

let shop: AccountServices;
beforeAll(async () => {
  shop = await accountServices();
});
afterAll(() => shop.sale.close());

const OWN = "Birnen am Montag";
const LIMIT = { count: 3, seconds: 900, by: "account" } as const;
const browsers = createKnownBrowsers(createSecretKey(Buffer.alloc(32, 1)));
const WRONG = "loginWrong";

async function account(email: string): Promise<void> {
  const id = await shop.sale.account(email);
  await shop.sale.query("update accounts set password_hash = $2 where id = $1", [id, await hashPassword(OWN)]);
}

/** Logs in, with three attempts in 15 minutes. Returns the outcome. */
async function logIn(username: string, password: string, cookies = jar()): Promise<string> {
  const handler = passwordLogin({ ...shop.services, limits: shop.sale.limited({ passwordsPerAccount: LIMIT }) });
  const reply = await handler(handlerCall<"passwordLogin">({ body: { username, password }, cookies }));
  return reply.ok ? "in" : reply.failure.name;
}

/** Tries passwords as a stranger until the limit is reached. */
async function lockOut(username: string): Promise<void> {
  for (let count = 0; count < LIMIT.count; count++) await logIn(username, "falsches Wort");
  expect(await logIn(username, "falsches Wort")).toBe("tooMany");
}

describe("while strangers try passwords", () => {
  test("the owner can log in with a browser used before, and with no other", async () => {
    await account("owner@example.ch");
    const home = jar();
    expect(await logIn("owner@example.ch", OWN, home)).toBe("in");
    await lockOut("owner@example.ch");
    expect(await logIn("Owner@example.ch ", OWN, home)).toBe("in");
    expect(await logIn("owner@example.ch", OWN)).toBe("tooMany");
  });

  test("a browser of another account counts as a stranger", async () => {
    await Promise.all([account("one@example.ch"), account("two@example.ch")]);
    const other = jar();
    await logIn("two@example.ch", OWN, other);
    await lockOut("one@example.ch");
    expect(await logIn("one@example.ch", OWN, other)).toBe("tooMany");
  });

  test("a mailed link makes a new browser known", async () => {
    await account("mailed@example.ch");
    await lockOut("mailed@example.ch");
    await mailPasswordReset(shop.services)({ email: "mailed@example.ch", locale: "de" });
    const token = /token=([\w-]+)/.exec(shop.mails.at(-1)?.text ?? "")?.[1] ?? "";
    const home = jar();
    const body = { token, password: "Kirschen im August" };
    await confirmPasswordReset(shop.services)(handlerCall<"passwordResetConfirm">({ body, cookies: home }));
    expect(await logIn("mailed@example.ch", "Kirschen im August", home)).toBe("in");
  });
});

test("a known browser has a separate count, which others do not share", async () => {
  await account("own@example.ch");
  const [home, office] = [jar(), jar()];
  for (const browser of [home, office]) await logIn("own@example.ch", OWN, browser);
  for (let count = 0; count < LIMIT.count; count++)
    expect(await logIn("own@example.ch", "falsches Wort", home)).toBe(WRONG);
  expect(await logIn("own@example.ch", OWN, home)).toBe("tooMany");
  expect(await logIn("own@example.ch", OWN, office)).toBe("in");
});

test("the codes of a phone number are counted like the attempts of an account", async () => {
  shop.people.push({ userId: "P1", email: "p1@example.ch", profile: {}, msisdn: "41784000099" });
  const limits = shop.sale.limited({ codesPerNumber: LIMIT });
  const send = async (cookies = jar()) => {
    const call = handlerCall<"sendSms">({ body: { phone: "41784000099" }, cookies });
    const reply = await sendSms({ ...shop.services, limits })(call);
    return reply.ok ? "sent" : reply.failure.name;
  };
  const home = jar();
  shop.services.knownBrowsers.remember({ cookies: home }, "41784000099");
  expect([await send(), await send(), await send(), await send()]).toEqual(["sent", "sent", "sent", "tooMany"]);
  expect(await send(home)).toBe("sent");
});

describe("the cookie", () => {
  const STRANGER = "eva@example.ch";
  const keyOf = (cookies: ReturnType<typeof jar>, subject = "eva@example.ch", by = browsers) =>
    by.countedFor({ cookies }, subject);
  const known = (...subjects: string[]) => {
    const cookies = jar();
    browsers.remember({ cookies }, ...subjects);
    return cookies;
  };

  test("contains nothing about the account, and differs between browsers", () => {
    const [one, two] = [known("eva@example.ch"), known("eva@example.ch")];
    const [value, other] = [one.read("kasse-known") ?? "", two.read("kasse-known") ?? ""];
    expect(value).toMatch(/^[\w-]{22}\.[\w-]{22}$/);
    expect(value.split(".")[1]).not.toBe(other.split(".")[1]);
    expect(keyOf(one)).not.toBe(STRANGER);
  });

  test("cannot be forged, changed, or used with another browser's number or another key", () => {
    const cookies = known("eva@example.ch");
    const [browser = "", mark = ""] = (cookies.read("kasse-known") ?? "").split(".");
    const forged = ["", ".", "x", `${browser}`, `${browser}.${"A".repeat(22)}`, `${"A".repeat(22)}.${mark}`];
    for (const value of [...forged, `${browser}.${mark}.`, `${browser}.${mark}${`.${mark}`.repeat(5)}`]) {
      const attempt = jar();
      attempt.keep("kasse-known", value, 1);
      expect([value, keyOf(attempt)]).toEqual([value, STRANGER]);
    }
    expect(keyOf(cookies, "eva@example.ch", createKnownBrowsers(createSecretKey(Buffer.alloc(32, 2))))).toBe(STRANGER);
  });

  test("remembers the five newest accounts of a household", () => {
    const cookies = jar();
    const family = ["a", "b", "c", "d", "e", "f"].map((name) => `${name}@example.ch`);
    for (const email of family) browsers.remember({ cookies }, email);
    expect(family.filter((email) => keyOf(cookies, email).includes(" in "))).toEqual(family.slice(1));
  });
});
