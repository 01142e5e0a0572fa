import { afterAll, beforeAll, expect, test } from "vitest";
import { startCamara } from "#simulator/network/camara.ts";
import { failureSwitches } from "#simulator/play/switches.ts";
import { fail, ok } from "#server/api/result.ts";
import { createCheckSimSwap } from "#server/sale/identity/sim-swap.ts";
import { networkSettings } from "../support/network.ts";
import { wideLimits } from "../support/wide-limits.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";

/** Logs customers of the demo in by text message, in a shop that asks the network. */
let shop: Shop;
let network: Awaited<ReturnType<typeof startCamara>>;
const switches = failureSwitches();
const log: string[] = [];
beforeAll(async () => {
  network = await startCamara({ switches });
  const env = {
    ...networkSettings(network.url, { NETWORK_SIM_SWAP_HOURS: "48" }),
    ...wideLimits({ codesPerNumber: 100 }),
  };
  shop = await startShop({ jobs: true, env: { ...env, LOG_LEVEL: "info" }, onLog: (line) => void log.push(line) });
});
afterAll(async () => {
  await shop.stop();
  await network.stop();
});

const MSISDN = "41784000004";
const HOUR_MS = 3600_000;
const asked = () => network.calls.filter(({ path }) => path.endsWith("/check")).length;
const codeSentTo = async (msisdn: string) => /\d{6}/.exec((await shop.messages(msisdn))[0]?.text ?? "")?.[0] ?? "";
const events = () => log.flatMap((line) => (/"security":"(login[^"]*)"/.exec(line)?.[1] ?? []) as string | string[]);
async function figure(outcome: string): Promise<number> {
  const name = `kasse_network_calls_total{api="simSwap",outcome="${outcome}"} `;
  const line = (await shop.metrics()).split("\n").find((each) => each.startsWith(name));
  return Number(line?.slice(name.length) ?? 0);
}
async function sentCode(shopper: Shopper, msisdn = MSISDN) {
  const { body } = await expectOk("code", shopper.call("sendSms", { phone: `+${msisdn}` }));
  return { id: body.user.userId, code: await codeSentTo(msisdn) };
}

test("an old SIM: the code logs in, and the network was asked once, about the hours of the setting", async () => {
  const [before, no] = [asked(), await figure("no")];
  network.sims.set(MSISDN, { changedAt: Date.now() - 49 * HOUR_MS });
  const shopper = shop.shopper();
  const login = await sentCode(shopper);
  expect(asked(), "nothing is asked before the code is right").toBe(before);
  await expectOk("login", shopper.call("smsLogin", login));
  expect(asked()).toBe(before + 1);
  expect(network.calls.at(-1)?.json()).toEqual({ phoneNumber: `+${MSISDN}`, maxAge: 48 });
  expect(await figure("no")).toBe(no + 1);
});

test("a new SIM: the right code is refused with the reason, once, with a security event; a password still works", async () => {
  network.sims.set(MSISDN, { changedAt: Date.now() - 47 * HOUR_MS });
  const shopper = shop.shopper();
  const login = await sentCode(shopper);
  const [before, written] = [asked(), events().length];
  const wrong = await shopper.call("smsLogin", { ...login, code: login.code === "000000" ? "111111" : "000000" });
  expect(wrong).toMatchObject({ status: 401, body: { code: "SMS_LOGIN_USER_FAILED_INVALID_CODE" } });
  expect(asked(), "a wrong code costs nothing").toBe(before);
  const refused = await shopper.call("smsLogin", login);
  expect(refused).toMatchObject({ status: 401, body: { code: "SMS_LOGIN_USER_FAILED_SIM_SWAPPED" } });
  const again = await shopper.call("smsLogin", login);
  expect(again).toMatchObject({ status: 401, body: { code: "SMS_LOGIN_USER_FAILED_INVALID_CODE" } });
  expect(asked(), "a used code costs nothing").toBe(before + 1);
  expect(events().slice(written)).toEqual(["login.failed", "login.simSwapped", "login.failed"]);
  await expectOk("password", shopper.logIn("lea.rossi@example.ch"));
});

test("the sentence tells why and what to do, in each language", async () => {
  network.sims.set(MSISDN, { changedAt: Date.now() });
  const texts = [];
  for (const locale of ["de", "en", "fr", "it", "sr"]) {
    const shopper = shop.shopper();
    const login = await sentCode(shopper);
    shopper.extra = { locale };
    texts.push(((await shopper.call("smsLogin", login)).body as unknown as { message: string }).message);
  }
  expect(texts[0]).toMatch(/SIM-Karte dieser Nummer .*Passwort oder einem Passkey/);
  expect(new Set(texts).size).toBe(5);
});

test.each([
  ["of another network", "notCovered", () => network.sims.set(MSISDN, "unknown")],
  ["that the network does not check", "notCovered", () => switches.set("decline", "once")],
  ["while the network is down", "down", () => switches.set("down", "once")],
  ["when its answer is lost", "down", () => switches.set("answerLost", "once")],
])("a number %s: the code logs in, counted as %s", async (_what, outcome, given) => {
  network.sims.set(MSISDN, { changedAt: Date.now() });
  const [before, written] = [await figure(outcome), events().length];
  const shopper = shop.shopper();
  const login = await sentCode(shopper);
  given();
  await expectOk("login", shopper.call("smsLogin", login));
  expect(await figure(outcome)).toBe(before + 1);
  expect(events().slice(written)).toEqual([...(outcome === "down" ? ["login.simUnchecked"] : []), "login"]);
});

test.each([
  ["continue", "unanswered", ok(null)],
  ["refuse", "unanswered", fail("unavailable")],
  ["refuse", "notCovered", ok(null)],
] as const)("with `%s`, a network whose answer is %s: %j", async (simSwapUnanswered, swapped, result) => {
  const recorded: unknown[] = [];
  const check = createCheckSimSwap({
    network: { port: { simSwapped: async () => swapped } as never, simSwapHours: 72, simSwapUnanswered },
    limits: { take: async () => ok(null) } as never,
    security: { record: (event: string, { reason }: { reason: string }) => recorded.push([event, reason]) } as never,
  });
  const use = { msisdn: MSISDN, email: "lea.rossi@example.ch", ip: "127.0.0.1" };
  expect(await check({ ...use, by: "sms" })).toEqual(result);
  expect(await check({ ...use, by: "transfer", checkoutId: "1" })).toEqual(result);
  const unchecked = ["login", "transfer"].map((what) => [`${what}.simUnchecked`, simSwapUnanswered]);
  expect(recorded).toEqual(swapped === "unanswered" ? unchecked : []);
});

test("neither log nor metrics have a number", async () => {
  expect(log.join("\n") + (await shop.metrics())).not.toMatch(/41784\d{6}/);
});
