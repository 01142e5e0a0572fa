import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FAILURE_NAMES } from "#simulator/play/switches.ts";
import { PROVIDERS } from "#simulator/providers.ts";
import { eventually } from "../support/shop.ts";
import { play } from "../support/simulated.ts";
import { deliver, PROBES } from "./probes.ts";

let played: Awaited<ReturnType<typeof play>>;
beforeAll(async () => {
  played = await play(PROVIDERS);
});
afterAll(() => played.stop());

const send: (typeof played)["send"] = (...args) => played.send(...args);
const provider = (name: string) => played.provider(name);
const once = (name: string, failure: string) => played.once(name, failure);
const act = (name: string) => played.act(name);
const when = async (name: string, failure: string) =>
  (await provider(name)).failures.find((each) => each.name === failure)?.when;

const APPLYING = PROVIDERS.flatMap(({ name, failures }) =>
  FAILURE_NAMES.filter((failure) => "does" in failures[failure]).map((failure) => [name, failure] as const),
);

describe("a declared failure of a provider", () => {
  test.each(APPLYING)('%s: %s happens, and "once" applies once', async (name, failure) => {
    await once(name, failure);
    expect(await when(name, failure)).toBe("once");
    const probe = PROBES[name];
    if (!probe) throw new Error(`${name} has no probe`);
    await probe(played.simulator.details, act(name)).catch(() => null);
    await eventually("it has happened", async () => (await when(name, failure)) === "off");
    await send("DELETE", "/failures");
  });
});

describe("the receiver", () => {
  const events = async (id: string) =>
    (await provider("receiver")).holds[1]?.rows.filter((row) => row.id === id).map(({ cells }) => cells[3]) ?? [];
  const reports = () =>
    played.shop.calls
      .filter(({ path }) => path === "/public-api/order-events")
      .map((call) => call.json() as { eventId: string; eventTime: string; event: { productOrder: { state: string } } });

  test("stores an event once, after any number of deliveries; also when its answer was lost", async () => {
    await once("receiver", "answerLost");
    await expect(deliver(played.simulator.details, "lost")).rejects.toThrow();
    expect(await events("lost")).toEqual(["1"]);
    expect((await deliver(played.simulator.details, "lost")).status).toBe(204);
    expect(await events("lost")).toEqual(["2"]);
  });

  test.each([
    ["decline", 422],
    ["wrongSignature", 401],
    ["down", 503],
  ])("stores nothing when it fails by %s", async (failure, status) => {
    await once("receiver", failure);
    expect((await deliver(played.simulator.details, failure)).status).toBe(status);
    expect(await events(failure)).toEqual([]);
  });

  test("rejects a replayed delivery, and one without a signature", async () => {
    expect((await deliver(played.simulator.details, "old", { ageSeconds: 600 })).status).toBe(401);
    expect(
      (await fetch(played.simulator.details["ORDER_WEBHOOK_URL"] ?? "", { method: "POST", body: "{}" })).status,
    ).toBe(401);
    expect(await events("old")).toEqual([]);
  });

  test("reports states with the shop's secret: twice with the same id, or the older one later", async () => {
    await deliver(played.simulator.details, "known", { number: "K7" });
    const before = reports().length;
    await once("receiver", "duplicate");
    await act("receiver")("inProgress", "K7");
    const [first, again] = reports().slice(before);
    expect(first?.eventId).toBe(again?.eventId);
    expect(played.shop.calls.at(-1)?.headers.authorization).toBe(
      `Bearer ${played.simulator.details["ORDER_WEBHOOK_SECRET"]}`,
    );
    await once("receiver", "outOfOrder");
    await act("receiver")("inProgress", "K7");
    await act("receiver")("completed", "K7");
    const [later, earlier] = reports().slice(before + 2);
    expect([later, earlier].map((each) => each?.event.productOrder.state)).toEqual(["completed", "inProgress"]);
    expect(Date.parse(later?.eventTime ?? "")).toBeGreaterThanOrEqual(Date.parse(earlier?.eventTime ?? ""));
    expect((await act("receiver")("completed", "K8")).status).toBe(409);
  });
});
