import { afterAll, beforeAll, expect, test } from "vitest";
import { onlyTheFirst, withNarrow } from "#test/support/narrow-limit.ts";
import { startShop, type Shop } from "#test/support/shop.ts";
import { LIMITS } from "../settings.ts";
import { startAgent, type Agent } from "./agent.ts";

/** Every limit of platforms, reduced to one: the first attempt passes, the second is rejected. */
let shop: Shop;
let agent: Agent;
beforeAll(async () => {
  agent = await startAgent();
  const env = { TRUST_PROXY: "1", AGENTS: "ucp", AGENTS_PLATFORMS: agent.profileUrl };
  shop = await startShop({ env, openLimits: true });
  agent.visits({ url: shop.url, publicUrl: shop.kasse.services.config.publicUrl });
});
afterAll(async () => {
  await shop.stop();
  await agent.stop();
});

let number = 0;
const next = () => (number += 1);
const newAddress = () => ({ "x-forwarded-for": `198.51.100.${next()}` });
const newEmail = () => `every${next()}@example.ch`;
const get = (path: string, headers: Record<string, string>) => () => fetch(shop.url + path, { headers });
const asPlatform = (method: string, path: string, body?: object) => () =>
  agent.call(method, path, body, { headers: newAddress() });

type Case = (narrow: () => Promise<void>) => Promise<void>;
const CASES: Readonly<Record<keyof typeof LIMITS, Case>> = {
  agentCallsPerAddress: (narrow) => {
    const address = newAddress();
    return onlyTheFirst(narrow, get("/ucp/orders/x", address), get("/ucp/checkout-sessions/x", address));
  },
  agentCallsPerPlatform: (narrow) => onlyTheFirst(narrow, asPlatform("GET", "/orders/x")),
  agentCheckoutsPerPlatform: (narrow) => {
    const line_items = [{ item: { id: "mobile:SMART30:182400002" }, quantity: 1 }];
    return onlyTheFirst(narrow, asPlatform("POST", "/checkout-sessions", { line_items }));
  },
  agentCheckoutsPerPerson: async (narrow) => {
    const line_items = [{ item: { id: "mobile:SMART30:182400002" }, quantity: 1 }];
    const [email, other] = [newEmail(), newEmail()];
    const create = (to: string) => asPlatform("POST", "/checkout-sessions", { line_items, buyer: { email: to } });
    const { body } = await agent.call("POST", "/checkout-sessions", { line_items, buyer: { email: other } });
    await onlyTheFirst(narrow, create(email), create(email.toUpperCase()));
    // A repeated request is not counted.
    const repeated = { line_items, buyer: { email: newEmail() } };
    const key = crypto.randomUUID();
    const statuses: number[] = [];
    for (let times = 0; times < 3; times++)
      statuses.push((await agent.call("POST", "/checkout-sessions", repeated, { key })).status);
    expect(statuses).toEqual([201, 201, 201]);
    // An update does not count again, but naming somebody else does.
    const update = (to: string) =>
      asPlatform("PUT", `/checkout-sessions/${body.id}`, { line_items, buyer: { email: to } })();
    expect([(await update(other)).status, (await update(email)).status]).toEqual([200, 429]);
  },
};

test.each(Object.keys(LIMITS) as (keyof typeof LIMITS)[])("%s", (name) => withNarrow(shop, name, CASES[name]));

// A request without a signature is unreadable, which is no refusal by a limit.
test("calls of platforms do not count as pages", () =>
  withNarrow(shop, "pagesPerAddress", async (narrow) => {
    await narrow();
    const address = newAddress();
    const statuses = [await get("/ucp/orders/x", address)(), await get("/ucp/orders/x", address)()];
    expect(statuses.map(({ status }) => status)).toEqual([400, 400]);
  }));
