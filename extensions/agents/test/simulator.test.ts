import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { BodyOf } from "#contract/shop/calls.ts";
import { tellPlatform, tellPlatforms } from "../order/tell-platforms.ts";
import type { State } from "#simulator/control/state.ts";
import { PROVIDERS } from "#simulator/providers.ts";
import { startSimulator, type Simulator } from "#simulator/simulator.ts";
import { picture } from "#test/support/people.ts";
import { runQueued } from "#test/support/queued-jobs.ts";
import { freePort } from "#test/support/ports.ts";
import { expectOk } from "#test/support/shopper.ts";
import { startShop, type Shop } from "#test/support/shop.ts";
import { ucpErrors } from "./ucp-schemas.ts";

// The simulator's platform beside a shop. It signs and verifies with code of its own, written from RFC 9421.

let simulator: Simulator;
let shop: Shop;
beforeAll(async () => {
  const port = await freePort();
  const providers = PROVIDERS.filter(({ name }) => name === "platform");
  simulator = await startSimulator({ port: 0, shopUrl: `http://localhost:${port}`, providers }, PROVIDERS);
  const env = { ...simulator.choices, ...simulator.details, PORT: String(port) };
  shop = await startShop({ env, periods: { timetable: {} } });
});
afterAll(async () => {
  await shop.stop();
  await simulator.stop();
});
beforeEach(async () => {
  await send("DELETE", "/failures");
});

const send = async (method: string, path: string, body?: object) =>
  (
    await fetch(simulator.url + path, { method, ...(body && { body: JSON.stringify(body) }) })
  ).json() as Promise<object>;
async function tell(): Promise<void> {
  await tellPlatforms(shop.kasse.services)({});
  await runQueued(shop.database.pool, "tell-platform", tellPlatform(shop.kasse.services));
}
const act = (action: string, given: object) => send("POST", `/actions/platform/${action}`, given);
const once = (failure: string) => send("PUT", `/failures/platform/${failure}`, { when: "once" });
const held = async () => {
  const { providers } = (await send("GET", "/state")) as State;
  return Object.fromEntries((providers[0]?.holds ?? []).map(({ title, rows }) => [title, rows] as const));
};
const newest = async () => (await held())["Checkouts"]?.[0] ?? expect.fail("there is no checkout");
const SIM_ONLY = { id: "mobile:SMART30:182400002" };

test("the platform's profile is one of the protocol, with the shop's capabilities", async () => {
  const profile = (await (await fetch(simulator.details["AGENTS_PLATFORMS"] ?? "")).json()) as object;
  expect(ucpErrors("../discovery/profile_schema.json#/$defs/platform_profile", profile)).toEqual([]);
  expect(JSON.stringify(profile)).toContain("shopping.telecom");
});

test("a person's purchase: searched, prepared, completed with what is asked, taken over, and followed", async () => {
  expect(await act("search", { value: "SMART 30" })).toMatchObject({
    done: expect.stringMatching(/offers \d+ variants/),
  });
  const { Offers: offers = [] } = await held();
  expect(offers.map(({ id }) => id)).toContain(SIM_ONLY.id);
  expect(offers[0]?.cells).toEqual([
    expect.any(String),
    expect.any(String),
    expect.stringMatching(/^CHF /),
    expect.any(String),
  ]);
  expect(await act("prepare", SIM_ONLY)).toEqual({ done: "The checkout is incomplete." });
  const { id } = await newest();
  expect(await act("fill", { id })).toEqual({ done: "The checkout is requires_escalation." });
  expect(await act("complete", { id })).toEqual({ done: "The checkout is requires_escalation." });
  const link = (await newest()).cells[3] ?? "";

  const shopper = shop.shopper();
  const opened = { secret: new URL(link).hash.slice(1), browser: "a browser, at random" };
  const call = (more: object) => shopper.call("preparedCheckout", { ...opened, ...more } as BodyOf<"preparedCheckout">);
  const { version } = await expectOk("see", call({}));
  const { taken } = await expectOk("take", call({ take: true, version }));
  shopper.checkoutId = taken?.checkoutId ?? null;
  await shopper.becomeCustomer("simulated@example.ch", await picture());
  const { orderNumber } = await expectOk("order", shopper.call("createOrder", { billPayed: false }));
  await tell();
  expect((await held())["Orders"]?.map(({ cells }) => cells)).toEqual([
    [orderNumber, "processing", expect.any(String), "1"],
  ]);
  expect(await act("read", { id })).toEqual({ done: "The checkout is completed." });
  expect((await newest()).actions).toEqual(["read"]);
});

test("a checkout that is created twice with one key exists once, and a cancelled one stays so", async () => {
  const before = (await held())["Checkouts"]?.length ?? 0;
  await once("duplicate");
  await act("prepare", SIM_ONLY);
  expect((await held())["Checkouts"]).toHaveLength(before + 1);
  const { id } = await newest();
  expect(await act("cancel", { id })).toEqual({ done: "The checkout is canceled." });
});

test("what the shop refuses is shown with its code", async () => {
  await once("wrongSignature");
  expect(await act("prepare", SIM_ONLY)).toMatchObject({
    error: expect.stringMatching(/^The shop answered 401: key_not_found/),
  });
  expect(await act("prepare", { id: "nothing" })).toMatchObject({ error: expect.any(String) });
  expect(await act("fill", { id: "nothing" })).toEqual({ error: "There is no such checkout." });
});

test("a webhook that the shop has not signed is refused", async () => {
  const url = new URL("/webhook", simulator.details["AGENTS_PLATFORMS"]);
  expect((await fetch(url, { method: "POST", body: '{"id":"K1"}' })).status).toBe(401);
});
