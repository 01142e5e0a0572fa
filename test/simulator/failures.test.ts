import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { State } from "#simulator/control/state.ts";
import { startFake } from "#simulator/play/fake-server.ts";
import { FAILURE_NAMES } from "#simulator/play/switches.ts";
import { PROVIDERS } from "#simulator/providers.ts";
import { startSimulator, type Simulator } from "#simulator/simulator.ts";
import { eventually } from "../support/shop.ts";
import { deliver, makeCheckout, PROBES, sendCard, sendText } from "./probes.ts";

type Shop = Awaited<ReturnType<typeof startFake>>;
let shop: Shop;
let simulator: Simulator;
beforeAll(async () => {
  shop = await startFake(() => ({ status: 200 }));
  simulator = await startSimulator({ port: 0, shopUrl: shop.url, providers: PROVIDERS }, PROVIDERS);
});
afterAll(async () => {
  await simulator.stop();
  await shop.stop();
});

const send = (method: string, path: string, body?: object) =>
  fetch(simulator.url + path, { method, ...(body && { body: JSON.stringify(body) }) });
async function provider(name: string): Promise<State["providers"][number]> {
  const { providers } = (await (await send("GET", "/state")).json()) as State;
  const found = providers.find((each) => each.name === name);
  if (!found) throw new Error(`${name} is not simulated`);
  return found;
}
const once = (name: string, failure: string) => send("PUT", `/failures/${name}/${failure}`, { when: "once", ms: 50 });
const act = (name: string) => (action: string, id: string) => send("POST", `/actions/${name}/${action}`, { id });
const when = async (name: string, failure: string) =>
  (await provider(name)).failures.find((each) => each.name === failure)?.when;

const APPLYING = PROVIDERS.flatMap(({ name, failures }) =>
  FAILURE_NAMES.filter((failure) => "does" in failures[failure]).map((failure) => [name, failure] as const),
);

describe("a declared failure of a provider", () => {
  test.each(APPLYING)('%s: %s happens, and "once" applies once', async (name, failure) => {
    await once(name, failure);
    expect(await when(name, failure)).toBe("once");
    await PROBES[name]?.(simulator.details, act(name)).catch(() => null);
    await eventually("it has happened", async () => (await when(name, failure)) === "off");
    await send("DELETE", "/failures");
  });
});

describe("the receiver", () => {
  const events = async (id: string) =>
    (await provider("receiver")).holds[1]?.rows.filter((row) => row.id === id).map(({ cells }) => cells[3]) ?? [];
  const reports = () =>
    shop.calls
      .filter(({ path }) => path === "/public-api/order-events")
      .map((call) => call.json() as { eventId: string; eventTime: string; event: { productOrder: { state: string } } });

  test("stores an event once, after any number of deliveries; also when its answer was lost", async () => {
    await once("receiver", "answerLost");
    await expect(deliver(simulator.details, "lost")).rejects.toThrow();
    expect(await events("lost")).toEqual(["1"]);
    expect((await deliver(simulator.details, "lost")).status).toBe(204);
    expect(await events("lost")).toEqual(["2"]);
  });

  test.each([
    ["decline", 422],
    ["wrongSignature", 401],
    ["down", 503],
  ])("stores nothing when it fails by %s", async (failure, status) => {
    await once("receiver", failure);
    expect((await deliver(simulator.details, failure)).status).toBe(status);
    expect(await events(failure)).toEqual([]);
  });

  test("rejects a replayed delivery, and one without a signature", async () => {
    expect((await deliver(simulator.details, "old", { ageSeconds: 600 })).status).toBe(401);
    expect((await fetch(simulator.details["ORDER_WEBHOOK_URL"] ?? "", { method: "POST", body: "{}" })).status).toBe(
      401,
    );
    expect(await events("old")).toEqual([]);
  });

  test("reports states with the shop's secret: twice with the same id, or the older one later", async () => {
    await deliver(simulator.details, "known", { number: "K7" });
    const before = reports().length;
    await once("receiver", "duplicate");
    await act("receiver")("inProgress", "K7");
    const [first, again] = reports().slice(before);
    expect(first?.eventId).toBe(again?.eventId);
    expect(shop.calls.at(-1)?.headers.authorization).toBe(`Bearer ${simulator.details["ORDER_WEBHOOK_SECRET"]}`);
    await once("receiver", "outOfOrder");
    await act("receiver")("inProgress", "K7");
    await act("receiver")("completed", "K7");
    const [later, earlier] = reports().slice(before + 2);
    expect([later, earlier].map((each) => each?.event.productOrder.state)).toEqual(["completed", "inProgress"]);
    expect(Date.parse(later?.eventTime ?? "")).toBeGreaterThanOrEqual(Date.parse(earlier?.eventTime ?? ""));
    expect((await act("receiver")("completed", "K8")).status).toBe(409);
  });
});

describe("the SMS centre", () => {
  const texts = async () => (await provider("smpp")).holds[0]?.rows.map(({ cells }) => cells) ?? [];

  test("shows a message of several parts as one, with its code, and reports it as delivered", async () => {
    const text = `${"Ваш код је овде. ".repeat(6)}\n\n@shop.example.ch #483920`;
    const { outcome, counted, stop } = await sendText(simulator.details, text);
    expect(outcome).toBe("sent");
    expect((await texts())[0]).toEqual(["41784000001", "483920", text]);
    await eventually("the receipts", () => Promise.resolve(counted.includes("delivered")));
    await stop();
  });

  test("accepts nothing from an account with another password", async () => {
    const before = (await texts()).length;
    const stranger = await sendText(simulator.details, "a", "guessed");
    await stranger.stop();
    expect([stranger.outcome, (await texts()).length]).toEqual(["later", before]);
  });

  test("has the message although its answer was lost, and rejects a number marked for rejection", async () => {
    const before = (await texts()).length;
    await once("smpp", "answerLost");
    const lost = await sendText(simulator.details, "a");
    expect(lost.outcome).toBe("unknown");
    await lost.stop();
    expect((await texts()).length).toBe(before + 1);
    await send("POST", "/actions/smpp/refuseNumber", { value: "41784000001" });
    const refused = await sendText(simulator.details, "b");
    expect(refused.outcome).toBe("refused");
    await refused.stop();
    await act("smpp")("permitNumber", "41784000001");
    const permitted = await sendText(simulator.details, "c");
    expect(permitted.outcome).toBe("sent");
    await permitted.stop();
  });
});

test("a card is charged once, although its answer was lost and the browser sent it again", async () => {
  const id = await makeCheckout(simulator.details);
  await once("oppwa", "answerLost");
  await expect(sendCard(simulator.details, id)).rejects.toThrow();
  expect((await sendCard(simulator.details, id)).status).toBe(302);
  const debits = (await provider("oppwa")).holds[1]?.rows.filter((row) => row.id === `pay-${id}`);
  expect(debits).toHaveLength(1);
});

test("at the console of the platform a payment is accepted once, and charged back once", async () => {
  await PROBES["oppwa"]?.(simulator.details, act("oppwa"));
  const transactions = async () => (await provider("oppwa")).holds[1]?.rows ?? [];
  const [debit] = await transactions();
  expect(debit?.actions).toEqual(["refund", "reverse", "chargeback"]);
  expect((await act("oppwa")("accept", (debit?.id ?? "").replace("pay-", ""))).status).toBe(409);
  expect((await act("oppwa")("chargeback", debit?.id ?? "")).status).toBe(200);
  expect((await transactions()).map(({ cells: [type], actions }) => [type, actions.length]).slice(0, 2)).toEqual([
    ["chargeback", 0],
    ["debit", 0],
  ]);
});
