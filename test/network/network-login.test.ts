import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startCamara } from "#simulator/network/camara.ts";
import { failureSwitches } from "#simulator/play/switches.ts";
import { camaraMistakes, networkSettings } from "../support/network.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";

/** Logs customers of the demo in by the network, as a phone's browser does. */
let shop: Shop;
let network: Awaited<ReturnType<typeof startCamara>>;
const switches = failureSwitches();
const log: string[] = [];
beforeAll(async () => {
  network = await startCamara({ switches });
  shop = await startShop({
    env: { ...networkSettings(network.url), LOG_LEVEL: "info" },
    onLog: (line) => void log.push(line),
  });
});
afterAll(async () => {
  await shop.stop();
  await network.stop();
});
beforeEach(() => {
  network.phone.msisdn = MSISDN;
  network.sims.clear();
});

const MSISDN = "41784000004";
const FAILED = { status: 401, body: { code: "NETWORK_LOGIN_FAILED" } };
const shared = () => network.calls.filter(({ path }) => path.endsWith("/device-phone-number"));
async function figure(outcome: string): Promise<number> {
  const name = `kasse_network_calls_total{api="numberVerification",outcome="${outcome}"} `;
  const line = (await shop.metrics()).split("\n").find((each) => each.startsWith(name));
  return Number(line?.slice(name.length) ?? 0);
}
/** Starts a login and lets the browser visit the network; returns the query with which it is sent back. */
async function visited(shopper: Shopper): Promise<string> {
  const { url } = await expectOk("begin", shopper.call("beginNetworkLogin"));
  const reply = await fetch(url, { redirect: "manual" });
  const back = new URL(reply.headers.get("location") ?? "");
  expect(back.origin + back.pathname).toBe(`${shop.kasse.services.config.publicUrl}/checkout/3`);
  return back.search;
}
const events = () =>
  log.flatMap((line) => /"security":"(login[^"]*)".*"by":"(\w+)"/.exec(line)?.slice(1, 3).join() ?? []);

test("the browser is sent to the network as CAMARA's profile says, and nothing is shown there", async () => {
  const { url } = await expectOk("begin", shop.shopper().call("beginNetworkLogin"));
  const query = Object.fromEntries(new URL(url).searchParams);
  expect(new URL(url).origin).toBe(network.url);
  expect(query).toMatchObject({
    response_type: "code",
    client_id: "kasse-shop",
    prompt: "none",
    code_challenge_method: "S256",
    scope: "openid dpv:FraudPreventionAndDetection number-verification:device-phone-number:read",
  });
  expect(new Set([query["state"], query["nonce"], query["code_challenge"]]).size).toBe(3);
});

test("a phone on mobile data logs its customer in, and the SIM is asked about", async () => {
  const yes = await figure("yes");
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
  const query = await visited(shopper);
  const before = events().length;
  const { body } = await expectOk("login", shopper.call("networkLogin", { query }));
  shopper.token = body.token;
  expect(await expectOk("account", shopper.call("account"))).toMatchObject({ email: "lea.rossi@example.ch" });
  expect((await shopper.prepare("3")).body).toMatchObject({ user: { email: "lea.rossi@example.ch" } });
  expect(events().slice(before)).toEqual(["login,network"]);
  expect(camaraMistakes("number-verification#/$defs/XCorrelator", shared().at(-1)?.headers["x-correlator"])).toEqual(
    [],
  );
  expect(network.calls.at(-1)?.json()).toEqual({ phoneNumber: `+${MSISDN}`, maxAge: 72 });
  expect(await figure("yes")).toBe(yes + 1);
});

test("a phone whose SIM has just changed needs another login, as with a code by text", async () => {
  network.sims.set(MSISDN, { changedAt: Date.now() });
  const shopper = shop.shopper();
  const query = await visited(shopper);
  const before = events().length;
  expect(await shopper.call("networkLogin", { query })).toMatchObject({
    status: 401,
    body: { code: "SMS_LOGIN_USER_FAILED_SIM_SWAPPED" },
  });
  expect(events().slice(before)).toEqual(["login.simSwapped,network"]);
});

describe("no login:", () => {
  test.each([
    ["a phone on Wi-Fi", "notCovered", () => void (network.phone.msisdn = null)],
    ["a number without a customer", "yes", () => void (network.phone.msisdn = "41791234567")],
    ["a number of another country", "yes", () => void (network.phone.msisdn = "436641234567")],
  ])("%s", async (_what, outcome, given) => {
    given();
    const counted = await figure(outcome);
    const shopper = shop.shopper();
    const query = await visited(shopper);
    expect(await shopper.call("networkLogin", { query })).toMatchObject(FAILED);
    expect(await figure(outcome)).toBe(counted + 1);
  });

  test.each([
    ["a number that the network does not tell", "decline", "notCovered"],
    ["another secret", "wrongSignature", "refused"],
    ["a network that is down", "down", "down"],
    ["a lost answer", "answerLost", "down"],
  ] as const)("%s", async (_what, failure, outcome) => {
    const counted = await figure(outcome);
    const shopper = shop.shopper();
    const query = await visited(shopper);
    switches.set(failure, "once");
    expect(await shopper.call("networkLogin", { query })).toMatchObject(FAILED);
    expect(await figure(outcome)).toBe(counted + 1);
  });

  test("never because another tab started one too", async () => {
    const shopper = shop.shopper();
    const queries = [await visited(shopper), await visited(shopper)];
    for (const query of queries) await expectOk("each tab's own login", shopper.call("networkLogin", { query }));
  });

  test("with the answer to another browser's login, without its cookie, or a second time", async () => {
    const [shopper, other] = [shop.shopper(), shop.shopper()];
    const [query, foreign] = [await visited(shopper), await visited(other)];
    const [before, asked, written] = [shared().length, await figure("refused"), events().length];
    expect(await shop.shopper().call("networkLogin", { query })).toMatchObject(FAILED);
    expect(await shopper.call("networkLogin", { query: foreign })).toMatchObject(FAILED);
    expect(shared(), "neither is paid for").toHaveLength(before);
    await expectOk("this browser's own login", shopper.call("networkLogin", { query }));
    expect(await shopper.call("networkLogin", { query }), "the cookie is used up").toMatchObject(FAILED);
    expect(await figure("refused"), "the network is not asked").toBe(asked);
    expect(events().slice(written)).toEqual([
      ...Array<string>(2).fill("login.failed,network"),
      "login,network",
      "login.failed,network",
    ]);
    expect(await other.call("networkLogin", { query: foreign.replace(/code=[^&]+/, "code=guessed") })).toMatchObject(
      FAILED,
    );
    expect(shared(), "only the own login is paid for").toHaveLength(before + 1);
  });

  test("in a shop that does not ask the network", async () => {
    const plain = await startShop();
    const shopper = plain.shopper();
    expect(await shopper.call("beginNetworkLogin")).toMatchObject(FAILED);
    expect(await shopper.call("networkLogin", { query: "?code=1&state=1" })).toMatchObject(FAILED);
    await plain.stop();
  });
});

test("neither log nor metrics have a number", async () => {
  expect(log.join("\n") + (await shop.metrics())).not.toMatch(/41784\d{6}/);
});
