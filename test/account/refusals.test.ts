import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { Unavailable } from "#server/platform/unavailable.ts";
import { wideLimits } from "../support/wide-limits.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { stillClock } from "../support/window-end.ts";

let shop: Shop;
let shopper: Shopper;
beforeAll(async () => {
  shop = await startShop({ env: wideLimits({ registrationsPerAddress: 5 }), now: stillClock() });
  shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
});
afterAll(() => shop.stop());

const errorsOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { errors?: object }).errors,
];
const sentence = [expect.stringMatching(/\w/)];

describe("a missing field gets its message", () => {
  test("phone number and code", async () => {
    expect(errorsOf(await shopper.call("sendSms", { phone: "" }))).toEqual([422, { phone: sentence }]);
    expect(errorsOf(await shopper.call("sendSms", { phone: "+423 791 23 45" }))).toEqual([422, { phone: sentence }]);
    expect(errorsOf(await shopper.call("smsLogin", { id: "x", code: " " }))).toEqual([422, { code: sentence }]);
  });

  test("a field that is missing, in a login and a reset", async () => {
    const partly = (name: "sendSms" | "smsLogin" | "passwordLogin" | "passwordReset", body: object) =>
      shopper.call(name, body as never);
    expect(errorsOf(await partly("sendSms", {}))).toEqual([422, { phone: sentence }]);
    expect(errorsOf(await partly("smsLogin", { id: "x" }))).toEqual([422, { code: sentence }]);
    expect(errorsOf(await partly("passwordLogin", { password: null }))).toEqual([
      422,
      { username: sentence, password: sentence },
    ]);
    expect(errorsOf(await partly("passwordReset", {}))).toEqual([422, { username: sentence }]);
    expect(errorsOf(await partly("passwordReset", { username: "x" }))).toEqual([422, { username: sentence }]);
  });

  test("user name and password", async () => {
    const reply = await shopper.call("passwordLogin", { username: " ", password: "" });
    expect(errorsOf(reply)).toEqual([422, { username: sentence, password: sentence }]);
    expect(errorsOf(await shopper.call("passwordReset", { username: "" }))).toEqual([422, { username: sentence }]);
    expect(errorsOf(await shopper.register("", ""))).toEqual([422, { username: sentence, password: sentence }]);
    const short = await shopper.call("passwordResetConfirm", { token: "x", password: "kurz" });
    expect(errorsOf(short)).toEqual([422, { password: sentence }]);
  });
});

describe("wrong values", () => {
  test("an unknown number and a wrong code are reported at their fields", async () => {
    const unknown = await shopper.call("sendSms", { phone: "0791111111" });
    expect(unknown).toMatchObject({ status: 401, body: { message: "Zu dieser Nummer kennen wir kein Konto." } });
    const wrong = await shopper.call("smsLogin", { id: "nobody's", code: "123456" });
    expect(wrong).toMatchObject({ status: 401, body: { message: "Dieser Code stimmt nicht oder ist abgelaufen." } });
  });

  test("a sent text message reports its request and the number", async () => {
    expect(await expectOk("send", shopper.call("sendSms", { phone: "078 400 00 04" }))).toEqual({
      code: "SEND_SMS_TO_USER_SUCCESS",
      body: { user: { userId: expect.stringMatching(/^[\w-]{20,}$/), phoneNumber: "41784000004" } },
    });
  });

  test("a dead link, an unknown token and a body of wrong types get a message", async () => {
    const dead = await shopper.call("passwordResetConfirm", { token: "x".repeat(43), password: "Birnen am Montag" });
    expect(dead).toMatchObject({ status: 400, body: { message: expect.stringContaining("Link") } });
    expect(await shopper.call("me", { token: "x" })).toMatchObject({
      status: 401,
      body: { message: expect.any(String) },
    });
    expect(await shopper.call("passwordLogin", { username: 5, password: "x" } as never)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("username") },
    });
  });

  test("more registrations than the limit of an address: 429 with Retry-After", async () => {
    for (let tries = 0; tries < 5; tries++) await expectOk("register", shopper.register(`many${tries}@example.ch`));
    const refused = await shopper.register("many6@example.ch");
    expect([refused.status, refused.body["message"]]).toEqual([429, expect.any(String)]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

test("the customer base does not answer: 503 with the code of the specification, and no inner detail", async () => {
  const down = vi
    .spyOn(shop.kasse.services.customers, "checkPassword")
    .mockRejectedValue(new Unavailable("connect ECONNREFUSED 10.0.0.5"));
  const reply = await shopper.logIn("mia.keller@example.ch");
  expect([reply.status, reply.body]).toEqual([
    503,
    {
      code: "REQUEST_FAILED_SERVER_ERROR",
      error: "REQUEST_FAILED_SERVER_ERROR",
      message: expect.any(String),
      requestId: expect.stringMatching(/^[\w-]{36}$/),
    },
  ]);
  down.mockRestore();
  expect((await shopper.logIn("mia.keller@example.ch")).body).toEqual({ body: { token: expect.any(String) } });
  expect(await expectOk("me", shopper.call("me", { token: shopper.token }))).toEqual({
    user: { body: { user: { userId: "100001", contracts: [{ contractType: "Residential" }] } } },
  });
});
