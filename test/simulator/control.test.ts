import { get } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { State } from "#simulator/control/state.ts";
import { CUSTOMER_BASE } from "#simulator/customers/base.ts";
import { FAILURE_NAMES } from "#simulator/play/switches.ts";
import { PROVIDERS } from "#simulator/providers.ts";
import { startSimulator, type Simulator } from "#simulator/simulator.ts";

let simulator: Simulator;
beforeEach(async () => {
  simulator = await startSimulator({ port: 0, shopUrl: "http://127.0.0.1:9", providers: PROVIDERS }, PROVIDERS);
});
afterEach(() => simulator.stop());

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  fetch(simulator.url + path, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
/** Requests the state like a browser that was given this name for the address. */
const statusWithHost = (host: string) =>
  new Promise((resolve, reject) => {
    get(`${simulator.url}/state`, { headers: { host } }, ({ statusCode }) => resolve(statusCode)).once("error", reject);
  });
const state = async () => (await (await call("GET", "/state")).json()) as State;
const provider = async (name: string) => {
  const found = (await state()).providers.find((each) => each.name === name);
  if (!found) throw new Error(`${name} is not simulated`);
  return found;
};
const set = (failure: string, when: string, more: object = {}, name = "customer-base") =>
  call("PUT", `/failures/${name}/${failure}`, { when, ...more });
const find = (email = "mia.keller@example.ch") =>
  fetch(`${simulator.details["CUSTOMER_BASE_URL"]}/customers/find`, {
    method: "POST",
    headers: { authorization: `Bearer ${CUSTOMER_BASE.secret}` },
    body: JSON.stringify({ email }),
  });

describe("the control interface", () => {
  test("shows every provider with all failures: the effect of each, or why it does not apply", async () => {
    const { providers } = await state();
    expect(providers.map(({ name }) => name)).toEqual(PROVIDERS.map(({ name }) => name));
    for (const { failures } of providers) {
      expect(failures.map(({ name }) => name)).toEqual(FAILURE_NAMES);
      expect(failures.every(({ text, when }) => text.endsWith(".") && when === "off")).toBe(true);
    }
  });

  test("sets a failure once: the next call fails, and the one after it does not", async () => {
    expect((await set("down", "once")).status).toBe(200);
    expect([(await find()).status, (await find()).status]).toEqual([503, 200]);
    const { received } = await provider("customer-base");
    expect(received.map(({ call: what, outcome }) => `${what}: ${outcome}`)).toEqual([
      "POST /customers/find: 200, mia.keller@example.ch",
      "POST /customers/find: 503 (down)",
    ]);
  });

  test("sets a failure until it is switched off, at one provider only", async () => {
    await set("down", "always");
    expect([(await find()).status, (await find()).status]).toEqual([503, 503]);
    expect((await provider("smdp")).failures.every(({ when }) => when === "off")).toBe(true);
    await set("down", "off");
    expect((await find()).status).toBe(200);
  });

  test("repairs one provider, or all of them", async () => {
    await set("down", "always");
    await set("decline", "always", {}, "twilio");
    const failing = async () =>
      (await state()).providers.filter(({ failures }) => failures.some(({ when }) => when !== "off"));
    await call("DELETE", "/failures/customer-base");
    expect((await failing()).map(({ name }) => name)).toEqual(["twilio"]);
    await set("down", "always");
    await call("DELETE", "/failures");
    expect(await failing()).toEqual([]);
    expect((await call("DELETE", "/failures/nobody")).status).toBe(404);
  });

  test("delays an answer by the given time, and remembers it", async () => {
    await set("delay", "once", { ms: 300 });
    const started = performance.now();
    expect((await find()).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(290);
    expect((await provider("customer-base")).failures).toContainEqual(
      expect.objectContaining({ name: "delay", when: "off", ms: 300 }),
    );
  });

  test("rejects anything unknown, not applicable, or invalid", async () => {
    expect((await set("flood", "once")).status).toBe(404);
    expect((await set("down", "once", {}, "nobody")).status).toBe(404);
    const refused = await set("duplicate", "once");
    expect([refused.status, await refused.json()]).toEqual([
      409,
      { error: "It does not apply because the customer base sends no webhooks." },
    ]);
    for (const body of [{ when: "sometimes" }, { when: "once", ms: -1 }, { when: "once", ms: 1.5 }, null])
      expect((await call("PUT", "/failures/customer-base/delay", body)).status).toBe(400);
    expect((await fetch(`${simulator.url}/failures/smdp/down`, { method: "PUT", body: "{" })).status).toBe(400);
    expect((await call("POST", "/actions/smdp/toString")).status).toBe(404);
    expect((await call("GET", "/nothing")).status).toBe(404);
  });

  test("performs a person's action at a provider, or explains why it cannot", async () => {
    const answers = async (value: string) =>
      (await call("POST", "/actions/customer-base/refuseNumber", { value })).json() as Promise<object>;
    expect(await answers("079")).toEqual({ error: "A number has eleven digits and starts with 41." });
    expect(await answers("41791234567")).toEqual({ done: "41791234567 can no longer be transferred." });
    await call("POST", "/actions/smdp/runOut");
    expect((await provider("smdp")).holds[0]?.title).toMatch(/; 0 more/);
  });

  test("is only for its own page and this machine: no other site reads or changes anything", async () => {
    expect((await call("DELETE", "/failures", undefined, { origin: "https://evil.example" })).status).toBe(403);
    expect((await call("DELETE", "/failures", undefined, { origin: simulator.url })).status).toBe(200);
    expect(await statusWithHost("evil.example")).toBe(403);
    expect(await statusWithHost("localhost:4400")).toBe(200);
    const page = await fetch(simulator.url);
    expect(page.headers.get("content-security-policy")).toMatch(/default-src 'none'; script-src 'self'/);
    expect(await page.text()).not.toMatch(/<script>|onclick|style=/);
  });
});
