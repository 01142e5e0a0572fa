import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "#server/config/config.ts";
import { confirmPasswordReset, mailPasswordReset, requestPasswordReset } from "#server/sale/account/password-reset.ts";
import { accountByEmail, accountOfToken } from "#server/sale/identity/accounts.ts";
import { endLinksOf } from "#server/sale/identity/reset-links.ts";
import { passwordMatches } from "#server/authentication/passwords.ts";
import { issueToken } from "#server/sale/identity/tokens.ts";
import { pino } from "pino";
import { smtpMail } from "#server/integrations/mail-and-sms/smtp.ts";
import type { Jobs } from "#server/platform/jobs/tasks.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import { startSmtpStub } from "../support/smtp-stub.ts";
import { accountServices, type AccountServices } from "../support/account-services.ts";
import { handlerCall } from "../support/handler-call.ts";

let shop: AccountServices;
beforeAll(async () => {
  shop = await accountServices();
});
afterAll(() => shop.sale.close());

const START = new Date("2026-11-23T10:00:00Z");
const HOUR = 3600_000;
const SILENT = pino({ level: "silent" });
const CHOSEN = "Kirschen im August";
let number = 0;
let email: string;
let account: string;
beforeEach(async () => {
  shop.sale.clock.now = START;
  email = `reset${(number += 1)}@example.ch`;
  account = await shop.sale.account(email);
});

const request = (username: string, ip = "192.0.2.1", services: Partial<AccountServices["services"]> = {}) =>
  requestPasswordReset({ ...shop.services, ...services })(
    handlerCall<"passwordReset">({ body: { username }, ip, locale: "fr" }),
  );
const confirm = (token: string, password: string) =>
  confirmPasswordReset(shop.services)(handlerCall<"passwordResetConfirm">({ body: { token, password } }));

/** Mails a link and returns its token. */
async function mailedToken(to: string): Promise<string> {
  await mailPasswordReset(shop.services)({ email: to, locale: "de" });
  return /token=([\w-]+)/.exec(shop.mails.at(-1)?.text ?? "")?.[1] ?? "";
}
const lastJob = async () => (await shop.sale.jobs()).at(-1)?.payload as Jobs["mail-password-reset"];
/** Requests a link, mails it, and returns the job with the link's token. No other mail is left. */
async function mailed() {
  await request(email, `192.0.2.${number}`);
  shop.mails.length = 0;
  const job = await lastJob();
  await mailPasswordReset(shop.services)(job);
  return { job, token: /token=([\w-]+)/.exec(shop.mails[0]?.text ?? "")?.[1] ?? "" };
}
const passwordOf = async (address: string) => (await accountByEmail(shop.sale.db, address))?.passwordHash ?? "";
const DEAD = { ok: false, failure: { name: "resetLinkDead" } };
const invalid = (fields: object) => ({ ok: false, failure: { name: "invalidFields", fields } });

describe("a request", () => {
  test("queues a mail in the shopper's language, and answers the same for every e-mail", async () => {
    const [known, unknown] = [await request(` ${email.toUpperCase()}`), await request("nobody@example.ch")];
    expect(known).toEqual({ ok: true, value: { message: expect.stringContaining("lien") } });
    expect(unknown).toEqual(known);
    expect((await shop.sale.jobs()).slice(-2)).toMatchObject([
      { name: "mail-password-reset", payload: { email, locale: "fr", requestedAt: START.toISOString() } },
      { name: "mail-password-reset", payload: { email: "nobody@example.ch", locale: "fr" } },
    ]);
  });

  test("needs an e-mail, and is limited by the address", async () => {
    expect(await request("  ")).toEqual(invalid({ username: "missing" }));
    const limits = shop.sale.limited({ resetsPerAddress: { count: 1, seconds: 900, by: "address" } });
    expect(await request(email, "192.0.2.9", { limits })).toMatchObject({ ok: true });
    expect(await request(email, "192.0.2.9", { limits })).toMatchObject({ failure: { name: "tooMany" } });
    expect(await request(email, "192.0.2.8", { limits })).toMatchObject({ ok: true });
  });
});

describe("the limit of an account", () => {
  const jobsFor = async (to: string) =>
    (await shop.sale.jobs()).filter(({ payload }) => (payload as { email?: string }).email === to).length;

  test("is three mails an hour by default; above it the answer stays the same", async () => {
    const three = { count: 3, seconds: 3600, by: "account" } as const;
    expect(readConfig({}).limits.resetsPerAccount).toEqual(three);
    const limits = shop.sale.limited({ resetsPerAccount: three });
    const answers = [];
    for (const ip of ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4", "192.0.2.5"])
      answers.push(await request(email, ip, { limits }));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await jobsFor(email)).toBe(3);
    shop.sale.clock.now = new Date(START.getTime() + HOUR);
    await request(email, "192.0.2.1", { limits });
    expect(await jobsFor(email)).toBe(4);
  });

  test("is not reached by text that is too long for an e-mail", async () => {
    expect(await request("漢".repeat(1990))).toEqual(invalid({ username: "email" }));
  });
});

describe("the mail", () => {
  test("contains the link, a contact, and the brand's name", async () => {
    await mailPasswordReset(shop.services)({ email, locale: "en" });
    const { to, subject, text, key } = shop.mails.at(-1) ?? { to: "", subject: "", text: "", key: "" };
    expect(to).toBe(email);
    expect(subject).toContain("Alpenfon");
    const [intro, link, help, closing, ...more] = text.split("\n\n");
    expect(intro).toMatch(/\w/);
    expect(link).toMatch(/^https:\/\/shop\.example\.ch\/en\/password-reset#token=[\w-]{43}$/);
    expect(help).toMatch(/0800 000 000.*hilfe@example\.ch/);
    expect(closing).toMatch(/^\S.*\nAlpenfon$/);
    expect(more).toEqual([]);
    expect(key).toMatch(/^reset:[0-9a-f]{64}$/);
  });

  test("whose arrival is not confirmed is repeated with the same link and message id", async () => {
    const stub = await startSmtpStub();
    const mail = await smtpMail(stub.url, { name: "Alpenfon", email: "info@alpenfon.example" }, SILENT);
    await request(email);
    const job = (await shop.sale.jobs()).at(-1)?.payload as Jobs["mail-password-reset"];
    const run = () => mailPasswordReset({ ...shop.services, mail })(job);
    stub.answerNext({ body: "" });
    await expect(run()).rejects.toThrow(Unavailable);
    shop.sale.clock.now = new Date(START.getTime() + 5 * 60_000);
    await run();
    const unfolded = stub.received.map((each) => each.replaceAll("=\r\n", ""));
    const links = unfolded.map((each) => /token=3D([\w-]{43})/.exec(each)?.[1] ?? "");
    expect(links).toHaveLength(2);
    expect(links[1]).toBe(links[0]);
    const [first, second] = unfolded.map((each) => /^Message-ID: .*$/m.exec(each)?.[0]);
    expect(second).toBe(first);
    expect(await confirm(links[0] ?? "", CHOSEN)).toMatchObject({ ok: true });
    await stub.stop();
  });

  test("of an earlier request does not end the link of a later one, however late it is repeated", async () => {
    await request(email);
    shop.sale.clock.now = new Date(START.getTime() + 60_000);
    await request(email, "192.0.2.2");
    const [earlier, later] = (await shop.sale.jobs()).slice(-2).map(({ payload }) => payload) as [
      Jobs["mail-password-reset"],
      Jobs["mail-password-reset"],
    ];
    shop.mails.length = 0;
    await mailPasswordReset(shop.services)(later);
    await mailPasswordReset(shop.services)(earlier);
    expect(shop.mails).toHaveLength(1);
    const token = /token=([\w-]+)/.exec(shop.mails[0]?.text ?? "")?.[1] ?? "";
    expect(await confirm(token, CHOSEN)).toMatchObject({ ok: true });
  });

  const use = async (token: string) => expect(await confirm(token, CHOSEN)).toMatchObject({ ok: true });
  test.each([
    ["it was used", use],
    [
      "it was used by a customer of the base",
      async (token: string) => {
        shop.people.push({ userId: `R${number}`, email, profile: {} });
        await use(token);
      },
    ],
    [
      "the customer of the base who took it had another account",
      async (token: string) => {
        await shop.sale.account(`own${number}@example.ch`);
        await shop.sale.query("update accounts set customer_base_id = $2 where email = $1", [
          `own${number}@example.ch`,
          `R${number}`,
        ]);
        shop.people.push({ userId: `R${number}`, email, profile: {} });
        await use(token);
      },
    ],
    ["the password was changed", () => endLinksOf(shop.sale.db, account, shop.sale.clock.now)],
  ])("is not sent again, and its link stays dead, once %s", async (_, end) => {
    const { job, token } = await mailed();
    await end(token);
    await mailPasswordReset(shop.services)(job);
    expect(shop.mails).toHaveLength(1);
    expect(await confirm(token, "")).toEqual(DEAD);
    expect(await confirm(token, "Zwetschgen im Herbst")).toEqual(DEAD);
  });

  test("of an earlier request is not sent once a later link was used, but one of a request after that is", async () => {
    await request(email);
    const earlier = await lastJob();
    shop.sale.clock.now = new Date(START.getTime() + 60_000);
    await use((await mailed()).token);
    await mailPasswordReset(shop.services)(earlier);
    expect(shop.mails).toHaveLength(1);
    shop.sale.clock.now = new Date(START.getTime() + 120_000);
    await use((await mailed()).token);
  });

  test("that was delayed for more than an hour is valid for an hour from then", async () => {
    const { job, token } = await mailed();
    shop.sale.clock.now = new Date(START.getTime() + 3 * HOUR);
    await mailPasswordReset(shop.services)(job);
    expect(shop.mails).toHaveLength(2);
    await use(token);
  });

  test("is not sent to unknown addresses", async () => {
    const before = shop.mails.length;
    await mailPasswordReset(shop.services)({ email: "nobody@example.ch", locale: "de" });
    expect(shop.mails.length).toBe(before);
  });

  test("is also sent to a customer of the base, who gets an account without a password", async () => {
    shop.people.push({ userId: `R${number}`, email: `base${number}@example.ch`, profile: {} });
    await mailedToken(`base${number}@example.ch`);
    expect(shop.mails.at(-1)?.to).toBe(`base${number}@example.ch`);
    expect(await accountByEmail(shop.sale.db, `base${number}@example.ch`)).toMatchObject({
      customerBaseId: `R${number}`,
      passwordHash: null,
    });
  });

  test("links no customer before the link is used: another person might have registered with the e-mail", async () => {
    shop.people.push({ userId: `R${number}`, email, profile: {} });
    await mailedToken(email);
    expect(await accountByEmail(shop.sale.db, email)).toMatchObject({ id: account, customerBaseId: null });
  });

  test("concerns the linked account of a customer whose e-mail changed in the base", async () => {
    await shop.sale.query("update accounts set customer_base_id = $2 where id = $1", [account, `R${number}`]);
    shop.people.push({ userId: `R${number}`, email: `married${number}@example.ch`, profile: {} });
    const token = await mailedToken(`married${number}@example.ch`);
    expect(await confirm(token, CHOSEN)).toMatchObject({ ok: true });
    expect(await passwordMatches(await passwordOf(email), CHOSEN)).toBe(true);
  });
});

describe("the link", () => {
  test("sets the password, once, and ends every login", async () => {
    const login = await issueToken(shop.sale.db, { accountId: account, checkoutId: null, device: null }, START);
    const token = await mailedToken(email);
    expect(await confirm(token, CHOSEN)).toEqual({ ok: true, value: { message: expect.stringContaining("Passwort") } });
    expect(await passwordMatches(await passwordOf(email), CHOSEN)).toBe(true);
    expect(await accountOfToken(shop.sale.db, login, START)).toBeNull();
    expect(await confirm(token, "Zwetschgen im Herbst")).toEqual(DEAD);
    // The page checks the token with an empty password first.
    expect(await confirm(token, "")).toEqual(DEAD);
    expect(await passwordMatches(await passwordOf(email), CHOSEN)).toBe(true);
  });

  test("works once when used twice at the same time", async () => {
    const token = await mailedToken(email);
    const handler = confirmPasswordReset({ ...shop.services, customers: shop.together(2) });
    const passwords = [CHOSEN, "Zwetschgen im Herbst"];
    const replies = await Promise.all(
      passwords.map((password) => handler(handlerCall<"passwordResetConfirm">({ body: { token, password } }))),
    );
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
    expect(replies.find(({ ok }) => !ok)).toEqual(DEAD);
  });

  test("works for an hour", async () => {
    const token = await mailedToken(email);
    shop.sale.clock.now = new Date(START.getTime() + HOUR);
    expect(await confirm(token, CHOSEN)).toEqual(DEAD);
    shop.sale.clock.now = new Date(START.getTime() + HOUR - 1);
    expect(await confirm(token, CHOSEN)).toMatchObject({ ok: true });
  });

  test("is replaced by a newer one, and one remains when several are mailed at once", async () => {
    const [older, newer] = [await mailedToken(email), await mailedToken(email)];
    expect(await confirm(older, CHOSEN)).toEqual(DEAD);
    expect(await confirm(newer, CHOSEN)).toMatchObject({ ok: true });
    await Promise.all([mailedToken(email), mailedToken(email), mailedToken(email)]);
    const links = await shop.sale.query("select 1 from password_resets where account_id = $1", [account]);
    expect(links).toHaveLength(1);
  });

  test("deletes all other links of the account when used", async () => {
    const token = await mailedToken(email);
    await shop.sale.query(
      "insert into password_resets (token_hash, account_id, expires_at) values ($1, $2, now() + interval '1 day')",
      [Buffer.from(email), account],
    );
    expect(await confirm(token, CHOSEN)).toMatchObject({ ok: true });
    const valid = "select 1 from password_resets where account_id = $1 and ended_at is null";
    expect(await shop.sale.query(valid, [account])).toEqual([]);
  });

  test.each(["", "x".repeat(43)])("with the token %j is dead", async (token) => {
    expect(await confirm(token, CHOSEN)).toEqual(DEAD);
  });

  test("rejects a bad password and can be used again; the account's e-mail is a bad password", async () => {
    const token = await mailedToken(email);
    expect(await confirm(token, "")).toEqual(invalid({ password: "missing" }));
    expect(await confirm(token, "kurz")).toEqual(invalid({ password: "password.tooShort" }));
    expect(await confirm(token, `${email}1`)).toEqual(invalid({ password: "password.common" }));
    expect(await confirm(token, "Alpenfon2026")).toEqual(invalid({ password: "password.common" }));
    expect(await confirm(token, CHOSEN)).toMatchObject({ ok: true });
  });

  test("proves the e-mail: the account becomes that of the base's customer", async () => {
    const token = await mailedToken(email);
    shop.people.push({ userId: `R${number}`, email, profile: { userId: `R${number}` } });
    const stolen = await issueToken(shop.sale.db, { accountId: account, checkoutId: null, device: null }, START);
    expect(await confirm(token, CHOSEN)).toMatchObject({ ok: true });
    expect(await accountByEmail(shop.sale.db, email)).toMatchObject({
      id: account,
      customerBaseId: `R${number}`,
      profile: { userId: `R${number}` },
    });
    expect(await passwordMatches(await passwordOf(email), CHOSEN)).toBe(true);
    expect(await accountOfToken(shop.sale.db, stolen, START)).toBeNull();
  });
});
