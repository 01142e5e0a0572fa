import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sendSms, smsLogin } from "#server/sale/account/sms-login.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import { accountServices, type AccountServices } from "../support/account-services.ts";
import { handlerCall } from "../support/handler-call.ts";
import { accountOfToken } from "#server/sale/identity/accounts.ts";

let shop: AccountServices;
beforeAll(async () => {
  shop = await accountServices();
});
afterAll(() => shop.sale.close());

const START = new Date("2026-11-23T10:00:00Z");
let number = 0;
let msisdn: string;
beforeEach(() => {
  number += 1;
  msisdn = `4179${String(1_000_000 + number)}`;
  const email = `sms${number}@example.ch`;
  shop.people.push({ userId: `S${number}`, email, msisdn, profile: { userId: `S${number}` } });
  shop.sale.clock.now = START;
  shop.behaviour.sms = "sent";
});

const send = (phone: string, services: Partial<Parameters<typeof sendSms>[0]> = {}, ip = "192.0.2.1") =>
  sendSms({ ...shop.services, ...services })(handlerCall<"sendSms">({ body: { phone }, ip, locale: "en" }));
const logIn = (id: string, code: string, checkoutId: string | null = null) =>
  smsLogin(shop.services)(handlerCall<"smsLogin">({ body: { id, code }, checkoutId }));

/** Sends a code to the customer of this test. */
async function sentCode(): Promise<{ id: string; code: string }> {
  const reply = await send(msisdn);
  if (!reply.ok) throw new Error(reply.failure.name);
  return { id: reply.value.body.user.userId, code: /\d{6}/.exec(shop.texts.at(-1)?.text ?? "")?.[0] ?? "" };
}
const WRONG = { ok: false, failure: { name: "smsCodeWrong" } };
const failed = (name: string) => ({ ok: false, failure: { name } });

describe("a code", () => {
  test("is sent to a customer's number, with a last line that browsers read", async () => {
    expect(await send(`+41 ${msisdn.slice(2)}`)).toEqual({
      ok: true,
      value: {
        code: "SEND_SMS_TO_USER_SUCCESS",
        body: { user: { userId: expect.stringMatching(/^[\w-]{24}$/), phoneNumber: msisdn } },
      },
    });
    const { to, text } = shop.texts.at(-1) ?? { to: "", text: "" };
    expect(to).toBe(msisdn);
    expect(text).toMatch(/^(\d{6}) \S[^\n]*Alpenfon[^\n]*\n\n@shop\.example\.ch #\1$/);
  });

  test.each([
    ["", "missing"],
    ["079 555", "phone.tooShort"],
    ["044 668 18 00", "phone.notMobile"],
  ])("is not sent to %j: %s", async (phone, mistake) => {
    const before = shop.texts.length;
    expect(await send(phone)).toEqual({ ok: false, failure: { name: "invalidFields", fields: { phone: mistake } } });
    expect(shop.texts.length).toBe(before);
  });

  test("is not sent to an unknown number, or in a shop without text messages", async () => {
    const before = shop.texts.length;
    expect(await send("41791111111")).toEqual(failed("smsUnknown"));
    expect(await send(msisdn, { sms: null })).toEqual(failed("smsNotSent"));
    expect(shop.texts.length).toBe(before);
  });

  test("that the number rejected is deleted", async () => {
    shop.behaviour.sms = "refused";
    expect(await send(msisdn)).toEqual(failed("smsNotSent"));
    expect(await shop.sale.query("select 1 from sms_codes where msisdn = $1", [msisdn])).toEqual([]);
  });

  test("that cannot be sent now asks for a retry, does not blame the number, and is not valid", async () => {
    shop.behaviour.sms = "later";
    await expect(send(msisdn)).rejects.toThrow(Unavailable);
    expect(await shop.sale.query("select 1 from sms_codes where msisdn = $1", [msisdn])).toEqual([]);
  });

  const BY = { codesPerAddress: "address", codesPerNumber: "number", codesInAll: "all" } as const;
  test.each([
    ["codesPerAddress", ["192.0.2.1", "192.0.2.1"]],
    ["codesPerNumber", ["192.0.2.1", "192.0.2.2"]],
    ["codesInAll", ["192.0.2.1", "192.0.2.2"]],
  ] as const)("is limited by %s", async (limit, addresses) => {
    const by = BY[limit];
    const limits = shop.sale.limited({ [limit]: { count: 1, seconds: 86_400, by } });
    // A day without any codes yet.
    shop.sale.clock.now = new Date(START.getTime() + 86_400_000 * (number + 1));
    const replies = [];
    for (const ip of addresses) replies.push(await send(msisdn, { limits }, ip));
    expect(replies.map(({ ok }) => ok)).toEqual([true, false]);
    expect(replies[1]).toMatchObject(failed("tooMany"));
  });

  test("is not limited by requests of another address", async () => {
    const limits = shop.sale.limited({ codesPerAddress: { count: 1, seconds: 86_400, by: "address" } });
    shop.sale.clock.now = new Date(START.getTime() + 86_400_000 * (number + 1));
    for (const ip of ["192.0.2.1", "192.0.2.2"]) expect(await send(msisdn, { limits }, ip)).toMatchObject({ ok: true });
  });

  test("always has six digits", async () => {
    for (let round = 0; round < 100; round++) expect((await sentCode()).code).toMatch(/^\d{6}$/);
  });

  test("counts towards the total only if it would really be sent", async () => {
    const limits = shop.sale.limited({ codesInAll: { count: 1, seconds: 86_400, by: "all" } });
    shop.sale.clock.now = new Date(START.getTime() + 86_400_000 * (number + 1));
    await send("41791111111", { limits });
    expect(await send(msisdn, { limits })).toMatchObject({ ok: true });
  });
});

describe("a login with a code", () => {
  test("opens the account of the number's customer, once, and binds the checkout", async () => {
    const checkout = await shop.sale.checkout({ type: "Tariff", tariff: "SMART30" });
    const { id, code } = await sentCode();
    const reply = await logIn(id, ` ${code.slice(0, 3)} ${code.slice(3)} `, checkout.id);
    if (!reply.ok) throw new Error(reply.failure.name);
    const account = await accountOfToken(shop.sale.db, reply.value.body.token, START);
    expect(account).toMatchObject({ email: `sms${number}@example.ch`, customerBaseId: `S${number}` });
    expect(await shop.sale.reload(checkout.id)).toMatchObject({ account: { id: account?.id } });
    expect(await logIn(id, code)).toEqual(WRONG);
  });

  test("needs a code", async () => {
    const { id } = await sentCode();
    expect(await logIn(id, " ")).toEqual({
      ok: false,
      failure: { name: "invalidFields", fields: { code: "missing" } },
    });
  });

  test("works until five minutes after the text", async () => {
    const [early, late] = [await sentCode(), await sentCode()];
    shop.sale.clock.now = new Date(START.getTime() + 5 * 60_000 - 1);
    expect(await logIn(early.id, early.code)).toMatchObject({ ok: true });
    shop.sale.clock.now = new Date(START.getTime() + 5 * 60_000);
    expect(await logIn(late.id, late.code)).toEqual(WRONG);
  });

  test("has five tries", async () => {
    const wrong = (code: string) => (code === "000000" ? "111111" : "000000");
    const [patient, unlucky] = [await sentCode(), await sentCode()];
    for (let tries = 0; tries < 4; tries++) expect(await logIn(patient.id, wrong(patient.code))).toEqual(WRONG);
    expect(await logIn(patient.id, patient.code)).toMatchObject({ ok: true });
    for (let tries = 0; tries < 5; tries++) expect(await logIn(unlucky.id, wrong(unlucky.code))).toEqual(WRONG);
    expect(await logIn(unlucky.id, unlucky.code)).toEqual(WRONG);
  });

  test("fails with the code of another request, or for a person who left the base", async () => {
    const [one, other] = [await sentCode(), await sentCode()];
    if (one.code !== other.code) expect(await logIn(one.id, other.code)).toEqual(WRONG);
    expect(await logIn("nobody's", one.code)).toEqual(WRONG);
    shop.people.splice(0);
    expect(await logIn(one.id, one.code)).toEqual(WRONG);
  });

  test("succeeds once when the same code is used twice at the same time", async () => {
    const { id, code } = await sentCode();
    const handler = smsLogin({ ...shop.services, customers: shop.together(3) });
    const replies = await Promise.all([1, 2, 3].map(() => handler(handlerCall<"smsLogin">({ body: { id, code } }))));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test("does not count as a try if the operator's own systems fail", async () => {
    const limits = shop.sale.limited({ codeTriesPerAddress: { count: 2, seconds: 900, by: "address" } });
    const { id, code } = await sentCode();
    const attempt = (customers: typeof shop.services.customers, typed = code) =>
      smsLogin({ ...shop.services, limits, customers })(
        handlerCall<"smsLogin">({ body: { id, code: typed }, ip: "192.0.2.78" }),
      );
    const down = { ...shop.services.customers, findByMsisdn: () => Promise.reject(new Unavailable("down")) };
    for (let times = 0; times < 7; times += 1) await expect(attempt(down)).rejects.toThrow(Unavailable);
    expect(await attempt(shop.services.customers, code === "000000" ? "111111" : "000000")).toEqual(WRONG);
    expect(await attempt(shop.services.customers)).toMatchObject({ ok: true });
    expect(await attempt(shop.services.customers)).toMatchObject(failed("tooMany"));
  });

  test("is limited by the address", async () => {
    const limits = shop.sale.limited({ codeTriesPerAddress: { count: 2, seconds: 900, by: "address" } });
    const handler = smsLogin({ ...shop.services, limits });
    const tries = [];
    for (let round = 0; round < 3; round++)
      tries.push(await handler(handlerCall<"smsLogin">({ body: { id: "x", code: "123456" }, ip: "192.0.2.77" })));
    expect(tries).toMatchObject([WRONG, WRONG, failed("tooMany")]);
  });
});
