import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, type Shopper } from "../support/shopper.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";
import { personForm, picture } from "../support/people.ts";

let shop: Shop;
let image: Blob;
let clock = 0;
beforeAll(async () => {
  [shop, image] = await Promise.all([startShop({ jobs: true, now: () => new Date(Date.now() + clock) }), picture()]);
});
afterAll(() => shop.stop());

async function withTariff(): Promise<Shopper> {
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
  return shopper;
}

describe("registration", () => {
  test("binds e-mail and password to the checkout without issuing a token; the checkout id alone reveals only the e-mail", async () => {
    const shopper = await withTariff();
    expect(await expectOk("register", shopper.register("Anna@Example.CH"))).toEqual({
      body: { user: { username: "anna@example.ch" } },
    });
    expect(await expectOk("prepare 4", shopper.prepare("4"))).toMatchObject({
      user: { email: "anna@example.ch" },
      tv: false,
      postpaid: true,
      solvent: true,
    });
    await expectOk("validate", shopper.call("validateCustomer", personForm("anna@example.ch")));
    expect((await expectOk("prepare 4", shopper.prepare("4")))["user"]).toEqual({ email: "anna@example.ch" });
  });

  test.each([
    ["", "Birnen am Montag", ["username"]],
    ["nobody", "Birnen am Montag", ["username"]],
    ["b@example.ch", "kurz", ["password"]],
    ["b@example.ch", "passwort123", ["password"]],
    ["", "", ["username", "password"]],
  ])("%j with %j is rejected with an error at %j", async (email, password, fields) => {
    const reply = await (await withTariff()).register(email, password);
    expect([reply.status, Object.keys(reply.body["errors"] as object)]).toEqual([422, fields]);
  });

  test("an e-mail that is taken, here or in the customer base, gets a 400", async () => {
    const first = await withTariff();
    await first.becomeCustomer("taken@example.ch", image);
    for (const email of ["taken@example.ch", "mia.keller@example.ch"]) {
      const reply = await (await withTariff()).register(email);
      expect([reply.status, reply.body["message"]]).toEqual([400, expect.stringContaining("melden Sie sich an")]);
    }
  });

  test("another login in the same checkout leads back to page 4 and drops the previous person's data", async () => {
    const shopper = await withTariff();
    await expectOk("register", shopper.register("first@example.ch"));
    await expectOk("validate", shopper.call("validateCustomer", personForm("first@example.ch")));
    await expectOk("login", shopper.logIn("lea.rossi@example.ch"));
    expect((await shopper.prepare("4a")).body).toEqual({ page: "4" });
    const { user } = (await expectOk("prepare 4", shopper.prepare("4"))) as { user: Record<string, string> };
    expect(user["first_name"]).toBe("Lea");
    expect(user["address_id"]).toBeUndefined();
  });

  test("two who register the same e-mail: the second to finish gets userExists", async () => {
    const [one, other] = [await withTariff(), await withTariff()];
    const form = personForm("race@example.ch");
    for (const shopper of [one, other]) {
      await expectOk("register", shopper.register("race@example.ch"));
      await expectOk("validate", shopper.call("validateCustomer", form));
      await expectOk("update", shopper.call("updateCustomer", form));
      await expectOk("upload", shopper.upload(image));
    }
    const replies = await Promise.all([
      one.createCustomer(form),
      other.createCustomer({ ...form, idNo: "OTHER12345" }),
    ]);
    expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(replies.find((reply) => reply.status === 409)?.body).toMatchObject({ username: "race@example.ch" });
  });
});

describe("tokens", () => {
  test("an invalid token leads to page 3 on prepares and calls, and to 401 on /me", async () => {
    const shopper = await withTariff();
    shopper.token = "x".repeat(43);
    for (const step of ["1", "3", "4", "5"]) expect((await shopper.prepare(step)).body).toEqual({ page: "3" });
    expect((await shopper.call("validateCustomer", personForm(""))).body).toEqual({ page: "3" });
    expect((await shopper.call("createOrder", {})).body).toEqual({ page: "3" });
    expect((await shopper.call("me", { token: shopper.token })).status).toBe(401);
  });

  test("a logged-in customer needs the token from step 4 on; another customer's token is rejected", async () => {
    const shopper = await withTariff();
    await expectOk("login", shopper.logIn("mia.keller@example.ch"));
    const token = shopper.token;
    shopper.token = null;
    expect((await shopper.prepare("4")).body).toEqual({ page: "3" });
    expect((await shopper.prepare("3")).status).toBe(200);
    const other = await withTariff();
    await expectOk("login", other.logIn("lea.rossi@example.ch"));
    shopper.token = other.token;
    expect((await shopper.prepare("4")).body).toEqual({ page: "3" });
    shopper.token = token;
    expect((await shopper.prepare("4")).status).toBe(200);
  });

  test("a valid token claims a new checkout; a login ends the checkout's earlier token", async () => {
    const shopper = await withTariff();
    await expectOk("login", shopper.logIn("mia.keller@example.ch"));
    const first = shopper.token;
    shopper.checkoutId = null;
    await shopper.choose({ type: "Tariff", tariff: "SMART100" });
    expect(await expectOk("prepare 4", shopper.prepare("4"))).toMatchObject({ user: { first_name: "Mia" } });
    const again = await withTariff();
    await expectOk("login", again.logIn("mia.keller@example.ch"));
    const old = again.token;
    await expectOk("login", again.logIn("mia.keller@example.ch"));
    expect((await again.call("me", { token: old })).status).toBe(401);
    expect((await again.call("me", { token: first })).status).toBe(200);
  });

  test("a token ends after two idle hours, and after twelve hours at most", async () => {
    const shopper = await withTariff();
    await expectOk("login", shopper.logIn("mia.keller@example.ch"));
    const alive = async () => (await shopper.call("me", { token: shopper.token })).status;
    for (let hours = 0; hours < 11; hours += 1.9) {
      clock = hours * 3600_000;
      expect(await alive()).toBe(200);
    }
    clock = 12.1 * 3600_000;
    expect(await alive()).toBe(401);
    clock = 0;
    await expectOk("login", shopper.logIn("mia.keller@example.ch"));
    clock = 2.1 * 3600_000;
    expect(await alive()).toBe(401);
    clock = 0;
  });
});

describe("wrong codes and passwords", () => {
  test("get their error code and message in the shopper's language, and do not reveal whether the account exists", async () => {
    const shopper = await withTariff();
    shopper.locale = "fr";
    const replies = [
      await shopper.logIn("mia.keller@example.ch", "falsches Wort"),
      await shopper.logIn("nobody@example.ch", "falsches Wort"),
    ];
    for (const reply of replies) {
      expect(reply).toMatchObject({
        status: 401,
        body: {
          code: "PIN_LOGIN_USER_FAILED_USER_DOESNT_EXIST_OR_INVALID_DATA",
          message: "L’e-mail et le mot de passe ne correspondent pas.",
        },
      });
    }
    expect(await shopper.call("sendSms", { phone: "0791111111" })).toMatchObject({
      status: 401,
      body: { code: "SEND_SMS_TO_USER_FAILED_USER_DOESNT_EXIST" },
    });
    expect((await shopper.call("sendSms", { phone: "044 668 18 00" })).status).toBe(422);
  });

  test("ten password attempts in 15 minutes, then 429 with Retry-After, even with the right password", async () => {
    const shopper = await withTariff();
    for (let tries = 0; tries < 10; tries++)
      expect((await shopper.logIn("limit@example.ch", "falsches Wort")).status).toBe(401);
    const refused = await shopper.logIn("limit@example.ch", "falsches Wort");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    clock = 15 * 60_000;
    expect((await shopper.logIn("limit@example.ch", "falsches Wort")).status).toBe(401);
    clock = 0;
  });

  test("limits: five codes an hour per number, five attempts per code, five minutes", async () => {
    const shopper = await withTariff();
    const send = () => shopper.call("sendSms", { phone: "41784000002" });
    const { userId } = (await expectOk("send", send())).body.user;
    const codeOf = async () => /\d{6}/.exec((await shop.messages("41784000002"))[0]?.text ?? "")?.[0] ?? "";
    const code = await codeOf();
    for (let tries = 0; tries < 5; tries++)
      expect((await shopper.call("smsLogin", { id: userId, code: "x" })).status).toBe(401);
    expect((await shopper.call("smsLogin", { id: userId, code })).status).toBe(401);
    const late = (await expectOk("send", send())).body.user.userId;
    const lateCode = await codeOf();
    clock = 5 * 60_000 + 1000;
    expect((await shopper.call("smsLogin", { id: late, code: lateCode })).status).toBe(401);
    clock = 0;
    for (let sent = 2; sent < 5; sent++) await expectOk("send", send());
    expect((await send()).status).toBe(429);
  });

  test("codes are never stored in plain text", async () => {
    const { rows } = await shop.database.pool.query<{ row: string }>(
      "select row_to_json(sms_codes)::text as row from sms_codes",
    );
    const sent = await shop.messages("41784000002");
    for (const message of sent) {
      const code = /\d{6}/.exec(message.text)?.[0] ?? "";
      expect(rows.some(({ row }) => row.includes(`"${code}"`))).toBe(false);
    }
  });
});

describe("a forgotten password", () => {
  const resetMail = async (to: string) =>
    eventually("the mail", async () => (await shop.messages(to)).find((mail) => mail.text.includes("token=")));

  test("is replaced through the mailed link, once; every login ends", async () => {
    const shopper = await withTariff();
    await expectOk("login", shopper.logIn("lea.rossi@example.ch"));
    shopper.locale = "sr";
    expect(
      await expectOk("reset", shopper.call("passwordReset", { username: "lea.rossi@example.ch", token: "" })),
    ).toHaveProperty("message");
    const mail = await resetMail("lea.rossi@example.ch");
    expect(mail.text).toContain("/sr/password-reset#token=");
    const token = /token=([\w-]+)/.exec(mail.text)?.[1] ?? "";
    expect((await shopper.call("passwordResetConfirm", { token, password: "kurz" })).status).toBe(422);
    const confirmed = await expectOk(
      "confirm",
      shopper.call("passwordResetConfirm", { token, password: "Kirschen im August" }),
    );
    expect(confirmed.message).toMatch(/\w/);
    expect((await shopper.call("passwordResetConfirm", { token, password: "Kirschen im August" })).status).toBe(400);
    expect((await shopper.call("me", { token: shopper.token })).status).toBe(401);
    expect((await shopper.logIn("lea.rossi@example.ch")).status).toBe(401);
    expect((await shopper.logIn("lea.rossi@example.ch", "Kirschen im August")).status).toBe(200);
  });

  test("answers the same for an account that does not exist", async () => {
    const shopper = shop.shopper();
    const [known, unknown] = [
      await shopper.call("passwordReset", { username: "mia.keller@example.ch" }),
      await shopper.call("passwordReset", { username: "nobody@example.ch" }),
    ];
    expect(unknown.body).toEqual(known.body);
    await resetMail("mia.keller@example.ch");
    expect(await shop.messages("nobody@example.ch")).toEqual([]);
  });
});
